import type { IncomingMessage, ServerResponse } from "node:http";

/** Refused this often in a row, a caller does not mean to wait: from then on its refusals are held back. */
export const REFUSALS_BEFORE_DELAY = 10;
const DELAY_MS = 500;

/**
 * Refuses later, and reads nothing from the connection until then. Who asks again as soon as they are refused, on all the
 * connections they may have, then asks a few hundred times a second instead of thousands.
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
 * One request of a connection at a time: what is sent before the answer to the one before waits, unread, so that it is
 * weighed after that one was paid for.
 */
export function oneAtATime(listener: Listener): Listener {
  const waiting = new WeakMap<IncomingMessage["socket"], number>();
  return (request, response) => {
    // The answers of a connection get it one after the other.
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
