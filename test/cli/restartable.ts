import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import { World } from "../simulation/world.ts";
import { folderFor } from "./liveService.ts";
import { startTachyon } from "./tachyon.ts";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A service that follows a chain, and can be started again at the same port. */
export async function startWorld(
  t: TestContext,
  flags: readonly string[] = [],
) {
  const world = new World(5);
  world.grow(12);
  const node = await startSimulatedNode({ blocks: () => world.chain });
  t.after(() => node.close());
  const cwd = await folderFor(t);
  const port = String(await freePort());
  const where = ["--rpc-url", node.url.href, "--port", port, ...flags];
  const start = () => startTachyon(t, cwd, where);
  return { world, start, url: `http://127.0.0.1:${port}` };
}
