import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startSimulatedNode } from "../../../../test/node/simulatedNode.ts";
import {
  type SimulatedGrpcOptions,
  startSimulatedGrpc,
} from "../../../../test/node/simulatedGrpc.ts";
import { World } from "../../../../test/simulation/world.ts";
import { readJsonBlock } from "../../../codecs/blocks/jsonBlock.ts";
import type { Block } from "../../../domain/block.ts";
import { decodeBlock } from "../../decode/decodeBlock.ts";
import { createJsonRpc } from "../node/jsonRpc.ts";
import { openRpcSource } from "../node/source.ts";
import { GrpcSource } from "./source.ts";
import { subscriber } from "./subscribe.ts";

const never = new AbortController().signal;

async function streamWith(
  t: TestContext,
  world: World,
  options: Partial<SimulatedGrpcOptions> = {},
  token: string | null = null,
) {
  const chain = () => world.chain;
  const node = await startSimulatedNode({ blocks: chain });
  const server = await startSimulatedGrpc({ chain, ...options });
  t.after(async () => {
    server.close();
    await node.close();
  });
  const quick = { pollMs: () => 3, firstPauseMs: 2 };
  const rpc = await openRpcSource(createJsonRpc(node.url), never, quick);
  const troubles: string[] = [];
  const url = new URL(`http://127.0.0.1:${server.port}`);
  const source = new GrpcSource(rpc, {
    subscribe: subscriber({ url, token, commitment: "confirmed" }),
    description: "test",
    // Only a stream that errs is expected to fall silent, and a busy machine is not to look like one.
    silenceMs: options.disturb ? 80 : 5_000,
    firstPauseMs: 5,
    onTrouble: ({ message }) => troubles.push(message),
  });
  return { source, node, server, troubles };
}

/** Reads while the world grows, until `count` blocks have come. */
async function read(
  source: GrpcSource,
  world: World,
  after: number,
  count: number,
): Promise<Block[]> {
  const stop = new AbortController();
  const grow = setInterval(() => {
    world.grow();
  }, 8);
  const blocks: Block[] = [];
  try {
    for await (const block of source.blocks(after, stop.signal)) {
      if (blocks.push(block) === count) stop.abort();
    }
  } finally {
    clearInterval(grow);
  }
  return blocks;
}

function assertNoHole(world: World, blocks: readonly Block[], after: number) {
  const slots = world.chain.map(({ slot }) => slot).filter((s) => s > after);
  assert.deepEqual(
    blocks.map(({ slot }) => slot),
    slots.slice(0, blocks.length),
  );
}

test("blocks before the stream come from the node, the rest from the stream", async (t) => {
  const world = new World(1);
  world.grow(30);
  const { source, node, server } = await streamWith(t, world);
  const blocks = await read(source, world, 0, 60);
  assertNoHole(world, blocks, 0);
  assert.ok(node.blockRequests.length < 45, `${node.blockRequests.length}`);
  const [, last] = server.requests;
  assert.equal(
    last!.fromSlot,
    undefined,
    "replay was refused, so not asked for again",
  );
});

test("a server with replay is asked from the next slot on", async (t) => {
  const world = new World(2);
  world.grow(30);
  const { source, node, server } = await streamWith(t, world, {
    replayFrom: () => 1,
  });
  const blocks = await read(source, world, 0, 50);
  assertNoHole(world, blocks, 0);
  assert.equal(server.requests[0]!.fromSlot, "1");
  assert.equal(node.blockRequests.length, 0);
});

test("a block from the stream decodes as the same block from the node, except for votes and transfers", async (t) => {
  const world = new World(3);
  world.grow(40);
  const { source, server } = await streamWith(t, world, {
    replayFrom: () => 1,
  });
  const blocks = await read(source, world, 0, 40);
  let compared = 0;
  for (const [i, block] of blocks.entries()) {
    const { slot, block: json } = world.chain[i]!;
    const streamed = decodeBlock(block);
    const asked = decodeBlock(readJsonBlock(slot, json));
    assert.deepEqual(streamed.header, asked.header);
    const events = (decoded: typeof asked) =>
      decoded.transactions.map(({ signature, events }) => ({
        signature: Buffer.from(signature),
        events,
      }));
    assert.deepEqual(events(streamed), events(asked));
    compared += asked.transactions.length;
  }
  assert.ok(compared > 20);
  const [filter] = Object.values(server.requests[0]!.blocks);
  assert.deepEqual(filter!.accountInclude, [
    "compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq",
  ]);
});

for (const fault of ["drop", "leave out", "twice", "silence"] as const) {
  test(`a stream that suffers "${fault}" leaves no hole and no double`, async (t) => {
    const world = new World(4);
    world.grow(5);
    let count = 0;
    const { source } = await streamWith(t, world, {
      disturb: () => (++count % 9 === 0 ? fault : null),
    });
    const blocks = await read(source, world, 0, 80);
    assertNoHole(world, blocks, 0);
  });
}

test("pings are answered", async (t) => {
  const world = new World(5);
  world.grow(2);
  const { source, server } = await streamWith(t, world);
  const ping = setInterval(() => {
    server.ping();
  }, 10);
  await read(source, world, 0, 40);
  clearInterval(ping);
  assert.ok(server.pongs() > 0);
});

test("the token is sent, and a wrong one is reported while blocks come from the node", async (t) => {
  const world = new World(6);
  world.grow(10);
  const good = await streamWith(t, world, { token: "secret" }, "secret");
  await read(good.source, world, 0, 20);
  assert.ok(good.server.requests.length > 0);
  const disturb = () => null;
  const bad = await streamWith(t, world, { token: "secret", disturb }, "guess");
  const blocks = await read(bad.source, world, 0, 20);
  assertNoHole(world, blocks, 0);
  assert.equal(bad.server.requests.length, 0);
  assert.match(bad.troubles.join(), /no valid auth token/);
});

test("the tip is known from the stream without requests to the node", async (t) => {
  const world = new World(7);
  world.grow(3);
  const { source } = await streamWith(t, world, { replayFrom: () => 1 });
  const started = Date.now();
  await read(source, world, 0, 30);
  const { slot, heardAt } = source.live.newest()!;
  assert.ok(slot >= world.chain[29]!.slot);
  assert.ok(heardAt >= started && heardAt <= Date.now());
});
