// Preloaded into a process: on SIGUSR2 it closes the port like a fault would, and may prevent reopening it.
import { createServer, Server } from "node:net";

// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its server below
const listen = Server.prototype.listen;
const listening = new Set<Server>();
Server.prototype.listen = function (this: Server, ...args: unknown[]) {
  listening.add(this);
  return Reflect.apply(listen, this, args) as Server;
};

process.on("SIGUSR2", () => {
  for (const server of listening) {
    const address = server.address();
    server.close();
    if (process.env["TAKE_PORT"] && address && typeof address === "object")
      Reflect.apply(listen, createServer(), [address.port, address.address]);
  }
});
