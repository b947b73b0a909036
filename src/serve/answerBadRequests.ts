import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

type Pending = Map<ServerResponse, IncomingMessage>;

/** Time limit for the answers to earlier requests of the connection. */
const WAIT_MS = 30_000;

const STATUS_OF_CODE: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
};

/**
 * Answers malformed HTTP requests with 400, 408 or 431 and closes the connection. Complete requests that the client
 * sent before it on the same connection get their answers first.
 */
export function answerBadRequests(server: Server): void {
  const pending = new WeakMap<Duplex, Pending>();
  const refused = new WeakSet<Duplex>();
  server.prependListener("request", (request, response) => {
    const { socket } = request;
    const ofSocket: Pending = pending.get(socket) ?? newPending();
    pending.set(socket, ofSocket.set(response, request));
    response.once("close", () => ofSocket.delete(response));
  });
  server.removeAllListeners("clientError");
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const status = STATUS_OF_CODE[error.code ?? ""] ?? "400 Bad Request";
    const ofSocket: Pending = pending.get(socket) ?? newPending();
    afterAnswers(ofSocket, socket, () => {
      refuse(socket, ofSocket, status);
    });
  });
}

const newPending = (): Pending => new Map<ServerResponse, IncomingMessage>();

/** A request that is itself incomplete never gets an answer, so nothing waits for it. */
function afterAnswers(pending: Pending, socket: Duplex, done: () => void) {
  const awaited = [...pending].filter(([, { complete }]) => complete);
  if (awaited.length === 0 || socket.destroyed) {
    done();
    return;
  }
  const late = setTimeout(() => socket.destroy(), WAIT_MS).unref();
  let left = awaited.length;
  for (const [response] of awaited)
    response.once("close", () => {
      if (--left > 0) return;
      clearTimeout(late);
      done();
    });
}

function refuse(socket: Duplex, pending: Pending, status: string): void {
  const isAnswered = [...pending.keys()].some((r) => r.headersSent);
  if (!socket.writable || isAnswered) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ error: status.slice(4) });
  const head = `HTTP/1.1 ${status}\r\naccess-control-allow-origin: *\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`;
  socket.end(head + body, () => socket.destroy());
}
