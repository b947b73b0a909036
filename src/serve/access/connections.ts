import type { Server, Socket } from "node:net";
import { network } from "./addressBuckets.ts";
import { isLoopback } from "./callers.ts";
import type { Change } from "./counterDeltas.ts";

export interface ConnectionLimits {
  readonly total: number;
  /** From one address. Loopback connections are not counted. */
  readonly perAddress: number;
}

/** Stands for all connections in the messages between processes; other names are networks. */
const ALL = "";

/** Connections a process may have beyond its share before it counts as uneven. */
const UNEVEN = 1;

/** Counts open connections of this process and of those that share its port. Connections beyond the limits are closed before they send anything. */
export class Connections {
  readonly #server: Server;
  readonly #limits: ConnectionLimits;
  readonly #onChange: (name: string, amount: number) => void;
  readonly #open = new Map<string, number>();
  #here = 0;
  #elsewhere = 0;

  /** `onChange` receives 1 for each opened connection and -1 for each closed one. */
  constructor(
    server: Server,
    limits: ConnectionLimits,
    onChange: (name: string, amount: number) => void = () => undefined,
  ) {
    this.#server = server;
    this.#limits = limits;
    this.#onChange = onChange;
    server.maxConnections = limits.total;
    server.on("connection", (socket: Socket) => {
      this.#count(socket);
    });
  }

  /** Adds the connections that opened and closed in other processes. */
  addElsewhere(changes: readonly Change[]): void {
    for (const [name, amount] of changes) {
      if (name === ALL) this.#elsewhere += amount;
      else this.#add(name, amount);
    }
    const left = this.#limits.total - this.#elsewhere;
    this.#server.maxConnections = Math.max(0, left);
  }

  /** Connections of this process beyond an equal share of all, less a small tolerance. */
  beyondShare(processes: number): number {
    const share = (this.#here + this.#elsewhere) / processes;
    return Math.max(0, this.#here - share - UNEVEN);
  }

  #count(socket: Socket): void {
    const name = nameOf(socket);
    if (
      name !== ALL &&
      (this.#open.get(name) ?? 0) >= this.#limits.perAddress
    ) {
      socket.destroy();
      return;
    }
    this.#change(name, 1);
    socket.once("close", () => {
      this.#change(name, -1);
    });
  }

  #change(name: string, amount: number): void {
    this.#here += amount;
    this.#onChange(ALL, amount);
    if (name === ALL) return;
    this.#add(name, amount);
    this.#onChange(name, amount);
  }

  #add(name: string, amount: number): void {
    const count = (this.#open.get(name) ?? 0) + amount;
    if (count === 0) this.#open.delete(name);
    else this.#open.set(name, count);
  }
}

/** The network a connection is counted under, or ALL for loopback. */
function nameOf({ remoteAddress }: Socket): string {
  return remoteAddress === undefined || isLoopback(remoteAddress)
    ? ALL
    : network(remoteAddress);
}
