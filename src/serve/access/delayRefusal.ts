import type { IncomingMessage, ServerResponse } from "node:http";

/** After this many consecutive refusals, a caller ignores Retry-After: further refusals are delayed. */
export const REFUSALS_BEFORE_DELAY = 10;
const DELAY_MS = 500;

/**
 * Refuses after a delay and reads nothing from the connection until then. A caller that retries at once on all its
 * connections then sends a few hundred requests a second instead of thousands.
 */
export function delayRefusal(
  { socket }: IncomingMessage,
  refuse: () => void,
): void {
  socket.pause();
  setTimeout(() => {
    socket.resume();
    refuse();
  }, DELAY_MS).unref();
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles one request of a connection at a time. A pipelined request waits, unread, until the one before is answered, so
 * that it is admitted after that one has been charged.
 */
export function oneAtATime(listener: Listener): Listener {
  const waiting = new WeakMap<IncomingMessage["socket"], number>();
  return (request, response) => {
    // Node assigns the socket to the responses of a connection one after the other.
    if (response.socket !== null) {
      listener(request, response);
      return;
    }
    const { socket } = request;
    waiting.set(socket, (waiting.get(socket) ?? 0) + 1);
    socket.pause();
    response.once("socket", () => {
      const left = waiting.get(socket)! - 1;
      waiting.set(socket, left);
      if (left === 0) socket.resume();
      listener(request, response);
    });
  };
}
