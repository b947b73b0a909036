import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import { World } from "../simulation/world.ts";
import { follow, reaches } from "./liveService.ts";
import { waitFor } from "../waitFor.ts";
import { childrenOf, onLinux } from "./tachyon.ts";

const preload = pathToFileURL(resolve(import.meta.dirname, "dyingPort.ts"));
const DYING_PORT = { NODE_OPTIONS: `--import ${preload.href}` };

async function liveNode(t: TestContext) {
  const world = new World(1);
  world.grow(20);
  const node = await startSimulatedNode({ blocks: () => world.chain });
  t.after(() => node.close());
  return { world, node };
}

test("a server whose port closes while it indexes reopens it, and serves the newest blocks there", async (t) => {
  const { world, node } = await liveNode(t);
  const service = await follow(t, node, [], DYING_PORT);
  await service.says(/^indexed/);
  process.kill(service.pid, "SIGUSR2");
  await service.says(/^the port has closed, opening it again/);
  await service.says(/^the port is open again/);
  world.grow(5);
  await reaches(service, world.tip.slot);
  assert.deepEqual(await service.stop("SIGTERM"), { code: 0, stderr: "" });
});

test("a server that cannot reopen its port ends with the reason and code 1", async (t) => {
  const { node } = await liveNode(t);
  const env = { ...DYING_PORT, TAKE_PORT: "1" };
  const service = await follow(t, node, [], env);
  await service.says(/^indexed/);
  process.kill(service.pid, "SIGUSR2");
  const { code, stderr } = await service.end();
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^tachyon: port \d+ on 127\.0\.0\.1 was lost and cannot be opened again: .*EADDRINUSE.*\n$/,
  );
});

test("a worker whose port closes is replaced", onLinux, async (t) => {
  const { node } = await liveNode(t);
  const env = { ...DYING_PORT, TAKE_PORT: "1" };
  const service = await follow(t, node, ["--workers", "1"], env);
  await service.says(/^indexed/);
  const [worker] = childrenOf(service.pid);
  process.kill(worker!, "SIGUSR2");
  await service.says(/^a worker ended \(code 1\) and is replaced/);
});

test(
  "running out of file descriptors refuses connections, and service recovers afterwards",
  onLinux,
  async (t) => {
    const { world, node } = await liveNode(t);
    const service = await follow(t, node, []);
    const url = await service.url();
    await service.says(/^indexed/);
    const limit = descriptorsOf(service.pid) + 4;
    const pid = String(service.pid);
    execFileSync("prlimit", ["--pid", pid, `--nofile=${limit}`]);
    const sockets = await openMany(Number(new URL(url).port), 40);
    world.grow(5);
    for (const socket of sockets) socket.destroy();
    await reaches(service, world.tip.slot);
    assert.equal((await service.stop("SIGTERM")).code, 0);
  },
);

test("a failing node and an ended worker are warnings in the log", async (t) => {
  const world = new World(1);
  world.grow(20);
  const state = { fails: false };
  const node = await startSimulatedNode({
    blocks: () => world.chain,
    disturb: () => (state.fails ? { status: 503 } : null),
  });
  t.after(() => node.close());
  const service = await follow(t, node, ["--workers", "1"]);
  await service.says(/^indexed/);
  process.kill(childrenOf(service.pid)[0]!, "SIGKILL");
  assert.equal(await service.levelOf(/^a worker ended/), 40);
  state.fails = true;
  assert.equal(await service.levelOf(/^waiting for the node/), 40);
});

function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** As many connections as are accepted; the server closes the rest. */
async function openMany(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port));
  for (const socket of sockets) socket.on("error", () => undefined);
  await waitFor(
    "a connection to be turned away",
    () => sockets.filter(({ closed }) => closed).length,
    (refused) => refused > 0,
  );
  return sockets;
}
