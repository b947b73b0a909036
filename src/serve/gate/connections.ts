import type { Server, Socket } from "node:net";
import { network } from "./addressBuckets.ts";
import { isLoopback } from "./callers.ts";

export interface ConnectionLimits {
  readonly total: number;
  /** From one address; this machine's own are not counted. */
  readonly perAddress: number;
}

/** Further connections are closed before they can send anything. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
): void {
  const open = new Map<string, number>();
  server.maxConnections = limits.total;
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isLoopback(address)) return;
    const name = network(address);
    const count = (open.get(name) ?? 0) + 1;
    if (count > limits.perAddress) {
      socket.destroy();
      return;
    }
    open.set(name, count);
    socket.once("close", () => {
      const left = open.get(name)! - 1;
      if (left === 0) open.delete(name);
      else open.set(name, left);
    });
  });
}
