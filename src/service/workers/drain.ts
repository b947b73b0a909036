import { once } from "node:events";
import type { Server } from "node:http";
import { Server as Listener } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** For clients with a connection to hear, with their next answer, that it is the last one on it. */
const GRACE_MS = 5_000;
/** For an answer under way to be sent. */
const LAST_ANSWERS_MS = 30_000;

/** Ends a server, and what takes its connections, without failing a request: nobody is cut off, each connection ends after its next answer. */
export async function drain(
  server: Server,
  front: Listener = server,
  graceMs = GRACE_MS,
): Promise<void> {
  const closed = once(front, "close");
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  // Not the HTTP server's own close: that ends idle connections at once, maybe with a request on its way.
  Listener.prototype.close.call(front);
  const late = new AbortController();
  await Promise.race([closed, wait(graceMs, late.signal)]);
  server.closeIdleConnections();
  await Promise.race([closed, wait(LAST_ANSWERS_MS, late.signal)]);
  server.closeAllConnections();
  late.abort();
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
