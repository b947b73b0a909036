import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo, Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface Port {
  /** The URL for programs on this machine. */
  readonly base: string;
  /** The port in use, also when port 0 was requested. */
  readonly number: number;
  /** Stops accepting, waits for answers in progress, then closes the remaining connections. */
  close(limitMs: number): Promise<void>;
}

/** These stand for all addresses of the machine, and browsers refuse to open them. */
const REACHED_AT: Readonly<Record<string, string>> = {
  "0.0.0.0": "127.0.0.1",
  "::": "::1",
};

/** `front` accepts the connections; without TLS it is the HTTP server itself. */
export async function openPort(
  server: Server,
  front: NetServer,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Port> {
  front.listen({ host, port });
  await once(front, "listening");
  const { address, port: chosen, family } = front.address() as AddressInfo;
  const opened = REACHED_AT[address] ?? address;
  const name = family === "IPv6" ? `[${opened}]` : opened;
  const scheme = front === server ? "http" : "https";
  return {
    base: `${scheme}://${name}:${chosen}`,
    number: chosen,
    close: (limitMs) => closePort(server, front, limitMs),
  };
}

const LOOK_EVERY_MS = 20;

async function closePort(server: Server, front: NetServer, limitMs: number) {
  let open = true;
  front.close(() => {
    open = false;
  });
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    server.closeIdleConnections();
    await sleep(LOOK_EVERY_MS);
    // Changed by the callback above.
    if (!(open as boolean)) return;
  }
  server.closeAllConnections();
}
