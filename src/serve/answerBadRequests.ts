import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** The newest two responses of a connection. Earlier ones are finished before these, because answers keep their order. */
interface Newest {
  last: ServerResponse;
  before: ServerResponse | null;
}

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
  const newest = new WeakMap<Duplex, Newest>();
  const refused = new WeakSet<Duplex>();
  server.prependListener("request", ({ socket }, response) => {
    const known = newest.get(socket);
    if (!known) {
      newest.set(socket, { last: response, before: null });
      return;
    }
    known.before = known.last;
    known.last = response;
  });
  server.removeAllListeners("clientError");
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const status = STATUS_OF_CODE[error.code ?? ""] ?? "400 Bad Request";
    const { last = null, before = null } = newest.get(socket) ?? {};
    const pending = [last, before].filter(
      (r) => r && !r.closed,
    ) as ServerResponse[];
    afterAnswers(pending, socket, () => {
      refuse(socket, pending, status);
    });
  });
}

/** A request that is itself incomplete never gets an answer, so nothing waits for it. */
function afterAnswers(
  pending: readonly ServerResponse[],
  socket: Duplex,
  done: () => void,
): void {
  const awaited = pending.find(({ req }) => req.complete);
  if (!awaited || socket.destroyed) {
    done();
    return;
  }
  const late = setTimeout(() => socket.destroy(), WAIT_MS).unref();
  awaited.once("close", () => {
    clearTimeout(late);
    done();
  });
}

function refuse(
  socket: Duplex,
  pending: readonly ServerResponse[],
  status: string,
): void {
  const isAnswered = pending.some((r) => r.headersSent && !r.closed);
  if (!socket.writable || isAnswered) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ error: status.slice(4) });
  const head = `HTTP/1.1 ${status}\r\naccess-control-allow-origin: *\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`;
  socket.end(head + body, () => socket.destroy());
}
