import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { PROOF_MS } from "../../src/ingest/source/node/failover.ts";
import { startSimulatedGrpc } from "../node/simulatedGrpc.ts";
import {
  type SimulatedNode,
  startSimulatedNode,
} from "../node/simulatedNode.ts";
import { World } from "../simulation/world.ts";
import {
  call,
  follow,
  reaches,
  readiness,
  readinessBecomes,
} from "./liveService.ts";

function worldOf(seed: number, blocks: number): World {
  const world = new World(seed);
  world.grow(blocks);
  return world;
}

/** A node whose process can be replaced by one of another chain, or of the same, on the same port. */
async function replaceableNode(t: TestContext, world: World) {
  const start = (of: World, genesis: string, port?: number) =>
    startSimulatedNode({
      ...{ blocks: () => of.chain, genesis },
      ...(port !== undefined && { port }),
    });
  let node: SimulatedNode = await start(world, "Sim1111");
  const { url } = node;
  t.after(() => node.close());
  return {
    url,
    node,
    stop: () => node.close(),
    replace: async (by: World, genesis: string) => {
      // So soon after a proof of its chain, the node would not be asked again: no process restarts as fast.
      await sleep(PROOF_MS + 100);
      await node.close();
      node = await start(by, genesis, Number(url.port));
    },
  };
}

const LEFT_OUT = /^node http.* follows another chain \(genesis Other11\)/;

async function slotOf(url: string): Promise<number> {
  const { result } = await call(url, "getLatestCompressionSignatures");
  return result!.context.slot;
}

test("a node that returns on another chain is left out and nothing is undone; back on its own chain it is followed again", async (t) => {
  const ours = worldOf(1, 20);
  const place = await replaceableNode(t, ours);
  const service = await follow(t, place.node, []);
  const url = await service.url();
  await reaches(service, ours.tip.slot);
  const held = ours.tip.slot;
  await place.replace(worldOf(2, 60), "Other11");
  await readinessBecomes(service, 503, /follows another chain/);
  assert.equal(await service.levelOf(LEFT_OUT), 50);
  assert.equal(await slotOf(url), held);
  ours.grow(5);
  await place.replace(ours, "Sim1111");
  await reaches(service, ours.tip.slot);
  await readinessBecomes(service, 200);
  assert.equal((await service.stop("SIGTERM")).code, 0);
});

test("of two nodes, one that returns on another chain is reported and the other is followed", async (t) => {
  const ours = worldOf(1, 20);
  const place = await replaceableNode(t, ours);
  const second = await replaceableNode(t, ours);
  const both = ["--rpc-url", second.url.href];
  const service = await follow(t, place.node, both);
  const url = await service.url();
  await reaches(service, ours.tip.slot);
  await place.replace(worldOf(2, 60), "Other11");
  // A node that answers stays preferred, so the first node is asked again only when the second one fails.
  await second.stop();
  assert.equal(await service.levelOf(LEFT_OUT), 50);
  await second.replace(ours, "Sim1111");
  ours.grow(5);
  await reaches(service, ours.tip.slot);
  const { status, why } = await readiness(url);
  assert.equal(status, 200);
  assert.match(why, /follows another chain/);
  assert.equal((await service.stop("SIGTERM")).code, 0);
});

test("with a stream, a node that returns on another chain does not undo blocks either", async (t) => {
  const ours = worldOf(1, 20);
  const place = await replaceableNode(t, ours);
  const state = { streamed: ours };
  const stream = await startSimulatedGrpc({
    chain: () => state.streamed.chain,
    replayFrom: () => 0,
  });
  t.after(() => {
    stream.close();
  });
  const args = ["--grpc-url", `http://127.0.0.1:${stream.port}`];
  const service = await follow(t, place.node, args);
  const url = await service.url();
  await reaches(service, ours.tip.slot);
  const held = ours.tip.slot;
  const other = worldOf(2, 60);
  await place.replace(other, "Other11");
  state.streamed = other;
  assert.equal(await service.levelOf(LEFT_OUT), 50);
  assert.equal(await slotOf(url), held);
  ours.grow(5);
  state.streamed = ours;
  await place.replace(ours, "Sim1111");
  await reaches(service, ours.tip.slot);
  assert.equal((await service.stop("SIGTERM")).code, 0);
});
