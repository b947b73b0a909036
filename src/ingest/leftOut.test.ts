import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { encodeBlock } from "../../test/encoder/block.ts";
import { startSimulatedGrpc } from "../../test/node/simulatedGrpc.ts";
import {
  type Disturbance,
  startSimulatedNode,
} from "../../test/node/simulatedNode.ts";
import {
  type OpenSource,
  overGrpc,
  overRpc,
  reaches,
  startIndexer,
  updatesOf,
} from "../../test/simulation/index.ts";
import { World, type WorldBlock } from "../../test/simulation/world.ts";
import { assertSameRows } from "../../test/store/dump.ts";
import { withStore, withStorePath } from "../../test/store/withStore.ts";
import { openStore } from "../store/open.ts";
import { otherTransactions } from "../store/schema/tables.ts";
import { connectNodes } from "./source/node/failover.ts";
import { openRpcSource } from "./source/node/source.ts";
import { builtInTrees } from "./trees/builtInTrees.ts";

/** Follows the source up to the tip of the chain, and compares the store with one that was given every block. */
async function assertNothingMissing(
  source: OpenSource,
  chain: () => readonly WorldBlock[],
  leftOut: readonly string[] = [],
): Promise<void> {
  await withStorePath(async (url) => {
    const indexer = await startIndexer(url, source, 0);
    try {
      await reaches(indexer, chain().at(-1)!);
    } finally {
      await indexer.kill();
    }
    const store = await openStore(url, { write: false });
    await withStore(async (clean) => {
      await clean.writer.addTrees(builtInTrees);
      await clean.writer.apply(updatesOf(chain()));
      await assertSameRows(store.reader, clean.reader, leftOut);
    });
    await store.close();
  });
}

type Claim = (method: string, params: readonly unknown[]) => Disturbance | null;

/** What a node says of a slot that it claims to be skipped. */
const claims: Record<string, (slot: number, slots: number[]) => Claim> = {
  "getBlocks leaves it out": (slot, slots) => (method, params) => {
    if (method !== "getBlocks") return null;
    const [from, to] = params.map(Number) as [number, number];
    const listed = slots.filter((s) => s !== slot && s >= from && s <= to);
    return { result: listed };
  },
  "getBlock says -32007": claimOfBlock(-32007),
  "getBlock says -32009": claimOfBlock(-32009),
};

function claimOfBlock(code: number) {
  return (slot: number): Claim =>
    (method, params) =>
      method === "getBlock" && params[0] === slot
        ? { error: { code, message: `slot ${slot} was skipped` } }
        : null;
}

function worldOf(blocks: number): World {
  const world = new World(1);
  world.grow(blocks);
  return world;
}

for (const [what, claimOf] of Object.entries(claims)) {
  const setUp = () => {
    const world = worldOf(30);
    const slots = world.chain.map(({ slot }) => slot);
    return { world, claim: claimOf(slots[17]!, slots) };
  };

  test(`a published block that a node claims was skipped (${what}) is requested until the node returns it`, async (t) => {
    const { world, claim } = setUp();
    let lies = 0;
    const node = await startSimulatedNode({
      blocks: () => world.chain,
      disturb: (method, _, params) => {
        const lie = lies < 5 ? claim(method, params) : null;
        if (lie) lies++;
        return lie;
      },
    });
    t.after(() => node.close());
    await assertNothingMissing(overRpc(node.url), () => world.chain);
    assert.equal(lies, 5);
  });

  test(`a published block that one node claims was skipped (${what}) is requested from the other`, async (t) => {
    const { world, claim } = setUp();
    const source = await overNodes(t, world, claim);
    await assertNothingMissing(source, () => world.chain);
  });
}

/** Two nodes; the first always gives a wrong answer about a slot. */
async function overNodes(
  t: TestContext,
  world: World,
  claim: Claim,
): Promise<OpenSource> {
  const blocks = () => world.chain;
  const nodes = await Promise.all([
    startSimulatedNode({
      blocks,
      disturb: (method, _, params) => claim(method, params),
    }),
    startSimulatedNode({ blocks }),
  ]);
  t.after(() => Promise.all(nodes.map((node) => node.close())));
  const rpc = connectNodes(nodes.map(({ url }) => url));
  const quick = { pollMs: () => 3, firstPauseMs: 2, window: 4 };
  return (signal) => openRpcSource(rpc, signal, quick);
}

test("blocks with version 1 transactions, which a stream omits, come from the node", async (t) => {
  const chain = worldOf(40).chain.map((block) =>
    hasVersion1(block) ? asVersion1(block) : block,
  );
  const node = await startSimulatedNode({ blocks: chain });
  const stream = await startSimulatedGrpc({
    chain: () => chain.filter((block) => !hasVersion1(block)),
    replayFrom: () => 0,
  });
  t.after(async () => {
    stream.close();
    await node.close();
  });
  const source = overGrpc(node.url, stream.port);
  // A stream leaves out transactions that are none of ours.
  const leftOutTable = [otherTransactions.name];
  await assertNothingMissing(source, () => chain, leftOutTable);
  assert.ok(stream.requests.length > 0);
  const asked = node.blockRequests.map((params) => (params as number[])[0]!);
  const leftOut = chain.filter(hasVersion1);
  assert.ok(leftOut.length > 5);
  for (const { slot } of leftOut) assert.ok(asked.includes(slot), `${slot}`);
});

/** Every fourth slot, but the stream gives the last block: from it the reader knows what is missing. */
function hasVersion1({ slot }: WorldBlock): boolean {
  return slot % 4 === 0;
}

function asVersion1(block: WorldBlock): WorldBlock {
  const transactions = block.content.transactions.map((transaction) => ({
    ...transaction,
    version: 1 as const,
    lookups: false,
  }));
  const content = { ...block.content, transactions };
  return { ...block, content, block: encodeBlock(content) };
}
