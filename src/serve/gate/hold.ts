import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Refused this often in a row, a caller does not mean to wait: from then on its refusals are held back. */
export const PATIENCE = 10;
const HOLD_MS = 500;

/** Connections that wait for a refusal, and whether more was sent on them meanwhile. */
const held = new WeakMap<Socket, { pushed: boolean }>();

/** Whether the connection waits for a refusal: whatever comes on it meanwhile is not looked at, and ends it afterwards. */
export function isHeld({ socket }: IncomingMessage): boolean {
  const state = held.get(socket);
  if (!state) return false;
  state.pushed = true;
  return true;
}

/**
 * Refuses later, and reads nothing from the connection until then. Who asks again as soon as they are refused, on all the
 * connections they may have, then asks a few hundred times a second instead of thousands.
 */
export function hold(
  { socket }: IncomingMessage,
  response: ServerResponse,
  refuse: () => void,
): void {
  const state = { pushed: false };
  held.set(socket, state);
  socket.pause();
  setTimeout(() => {
    held.delete(socket);
    if (state.pushed) response.setHeader("connection", "close");
    socket.resume();
    refuse();
  }, HOLD_MS).unref();
}
