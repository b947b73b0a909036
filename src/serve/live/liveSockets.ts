import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { STATUS_CODES } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import { requestIdOf } from "../../rpc/http/requestId.ts";
import type { Refusal } from "../access/callers.ts";
import { CLOSE, LiveConnection } from "./liveConnection.ts";
import type { LiveParts } from "./liveParts.ts";

const CHECK_MS = 1_000;
/** Time for a caller to answer the close frame. */
const CLOSE_MS = 1_000;

/** Serves WebSockets on the port of the HTTP server, until `close` is called. */
export function serveSockets(
  server: Server,
  parts: LiveParts,
): { close(): Promise<void> } {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compression takes 300 KB per connection, and lets small frames grow in memory.
    perMessageDeflate: false,
    maxPayload: parts.mostBytes,
  });
  const open = new Set<LiveConnection>();
  const accept = (accepted: WebSocket, request: IncomingMessage): void => {
    const connection = new LiveConnection(accepted, request, parts);
    open.add(connection);
    parts.counts.sockets++;
    accepted.once("close", () => {
      open.delete(connection);
      parts.counts.sockets--;
    });
  };
  server.on("upgrade", (request, socket, head) => {
    const refusal = refusalOf(request, parts);
    if (refusal) refuse(socket, request, refusal);
    else sockets.handleUpgrade(request, socket, head, accept);
  });
  const timer = setInterval(() => {
    for (const each of open) each.check();
  }, CHECK_MS).unref();
  const leave = (): void => {
    for (const each of open) each.close(CLOSE.goingAway, "shutting down");
  };
  parts.stopping.addEventListener("abort", leave, { once: true });
  return {
    async close() {
      clearInterval(timer);
      leave();
      const late = performance.now() + CLOSE_MS;
      while (open.size > 0 && performance.now() < late) await sleep(10);
      for (const each of open) each.terminate();
    },
  };
}

function refusalOf(
  request: IncomingMessage,
  { admit, stopping }: LiveParts,
): (Omit<Refusal, "status"> & { readonly status: number }) | null {
  if (request.headers.upgrade?.toLowerCase() !== "websocket")
    return { status: 400, why: "only WebSocket upgrades are served" };
  if (stopping.aborted) return { status: 503, why: "shutting down" };
  return admit(request, 0);
}

function refuse(
  socket: Duplex,
  request: IncomingMessage,
  {
    status,
    why,
    retryAfter,
  }: { status: number; why: string; retryAfter?: number },
): void {
  const body = JSON.stringify({ error: { code: status, message: why } });
  socket.on("error", () => undefined);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "connection: close",
      "access-control-allow-origin: *",
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestIdOf(request)}`,
      ...(status === 401 ? ["www-authenticate: Bearer"] : []),
      ...(retryAfter === undefined ? [] : [`retry-after: ${retryAfter}`]),
      "",
      body,
    ].join("\r\n"),
  );
}
