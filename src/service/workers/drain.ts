import { once } from "node:events";
import type { Server } from "node:http";
import { Server as Listener } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Time for clients to send one more request, whose answer says `connection: close`. */
const GRACE_MS = 5_000;
/** Time for answers in progress to be sent. */
const LAST_ANSWERS_MS = 30_000;

/** Ends a server without failing a request: each connection closes after its next answer. */
export async function drain(
  server: Server,
  front: Listener = server,
  graceMs = GRACE_MS,
): Promise<void> {
  const closed = once(front, "close");
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  // Not the HTTP server's own close, which ends idle connections immediately although a request may be on its way.
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
