import assert from "node:assert/strict";
import { test } from "node:test";
import { plain } from "../../../../test/encoder/plain.ts";
import {
  chainNames,
  readChain,
  recordedTreeBook,
} from "../../../../test/encoder/recorded.ts";
import { nodeWith } from "../../../../test/node/nodeWith.ts";
import {
  type NodeBlock,
  type SimulatedNode,
} from "../../../../test/node/simulatedNode.ts";
import { smallChain } from "../../../../test/node/smallChain.ts";
import { waitFor } from "../../../../test/waitFor.ts";
import type { StateUpdate } from "../../../domain/update.ts";
import { TreeLookup } from "../../lookup.ts";
import { readUpdates } from "../../run.ts";
import { connectNodes } from "./failover.ts";
import { BlockGone } from "./nodeBlocks.ts";
import { openRpcSource, type RpcSourceOptions } from "./source.ts";
import type { SourceBlock } from "../source.ts";

const never = new AbortController().signal;
const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + i);

function open(nodes: readonly SimulatedNode[], options: RpcSourceOptions = {}) {
  const quick = { threadFrom: 1, pollMs: () => 5, firstPauseMs: 5 };
  const rpc = connectNodes(nodes.map(({ url }) => url));
  return openRpcSource(rpc, never, { ...quick, ...options });
}

/** The tip and the slot before it are not read in the thread, so two blocks follow the chain. */
function followed(chain: readonly NodeBlock[]): NodeBlock[] {
  const last = chain.at(-1)!.slot;
  return [...chain, ...smallChain([last + 1, last + 2])];
}

async function updatesOf(
  node: SimulatedNode,
  after: number,
  upTo: number,
  threadFrom: number,
): Promise<StateUpdate[]> {
  const source = await open([node], { threadFrom });
  const book = recordedTreeBook();
  const save = () => Promise.resolve();
  const lookup = new TreeLookup({ book, accounts: null, save });
  const parts = { book, lookup, verify: false };
  const blocks = source.blocks(after, never, upTo);
  return Array.fromAsync(readUpdates(blocks, parts, never));
}

for (const name of chainNames) {
  test(`a thread that asks a node finds the same in ${name} as the main thread`, async (t) => {
    const chain = readChain(name);
    const [after, upTo] = [chain[0]!.slot - 1, chain.at(-1)!.slot];
    const blocks = followed(chain);
    const node = await nodeWith(t, { blocks, firstAvailable: 0 });
    const here = await updatesOf(node, after, upTo, Infinity);
    const ahead = await updatesOf(node, after, upTo, 1);
    assert.equal(here.length, chain.length);
    assert.deepEqual(plain(ahead), plain(here));
  });
}

async function take(
  blocks: AsyncIterable<SourceBlock>,
  count: number,
): Promise<SourceBlock[]> {
  const taken: SourceBlock[] = [];
  for await (const block of blocks) {
    taken.push(block);
    if (taken.length === count) break;
  }
  return taken;
}

const slotsOf = (blocks: readonly SourceBlock[]) =>
  blocks.map(({ slot }) => slot);

/** Blocks that a thread has read come with their events. */
const readAhead = (blocks: readonly SourceBlock[]) =>
  slotsOf(blocks.filter(({ decoded }) => decoded !== undefined));

test("blocks far behind come from a thread, those at the tip do not, and none is missing between", async (t) => {
  const slots = range(1, 60).filter((slot) => slot % 7 !== 0);
  const node = await nodeWith(t, { blocks: smallChain(slots) });
  const source = await open([node], { threadFrom: 20 });
  const blocks = await take(source.blocks(0, never), slots.length);
  assert.deepEqual(slotsOf(blocks), slots);
  assert.deepEqual(
    readAhead(blocks),
    slots.filter((slot) => slot < 60),
  );
  const near = await take(source.blocks(45, never), 5);
  assert.deepEqual(readAhead(near), []);
});

test("a range that ends in skipped slots ends", async (t) => {
  const node = await nodeWith(t, { blocks: smallChain([1, 2, 50, 51]) });
  const source = await open([node]);
  const blocks = await Array.fromAsync(source.blocks(0, never, 30));
  assert.deepEqual(slotsOf(blocks), [1, 2]);
});

test("when the index falls far behind again, a thread reads again", async (t) => {
  const node = await nodeWith(t, {
    blocks: smallChain(range(1, 100)),
    confirmed: 10,
  });
  const source = await open([node], { threadFrom: 20 });
  const seen: SourceBlock[] = [];
  for await (const block of source.blocks(0, never)) {
    if (seen.push(block) === 10) node.confirm(90);
    if (seen.length === 100) break;
  }
  assert.deepEqual(slotsOf(seen), range(1, 100));
  assert.ok(readAhead(seen).length > 0, "no block was read in a thread");
});

test("failures of the node are retried in the thread and reported", async (t) => {
  const troubles = [
    { status: 503 },
    { status: 429, retryAfter: 0.05 },
    { result: { blockhash: "not a block" } },
    { text: "{" },
  ];
  const node = await nodeWith(t, {
    blocks: smallChain(range(1, 40)),
    disturb: (method, call) =>
      method === "getBlock" && call % 3 === 0
        ? troubles[(call / 3) % troubles.length]!
        : null,
  });
  const reasons: string[] = [];
  const onRetry = (error: Error): unknown => reasons.push(error.message);
  const source = await open([node], { onRetry });
  const blocks = await take(source.blocks(0, never), 39);
  assert.deepEqual(readAhead(blocks), range(1, 39));
  for (const expected of ["HTTP 503", "HTTP 429", "JSON-RPC"])
    assert.ok(reasons.join().includes(expected), `${expected} is not reported`);
});

test("the thread asks the next node when one fails, and leaves out one of another chain", async (t) => {
  const chain = { blocks: smallChain(range(1, 40)) };
  const good = await nodeWith(t, chain);
  const other = await nodeWith(t, { ...chain, genesis: "Other111" });
  const failing = await nodeWith(t, {
    ...chain,
    disturb: (method) => (method === "getBlock" ? { status: 500 } : null),
  });
  const refused: string[] = [];
  const source = await open([failing, other, good], {
    onRefused: ({ reasons }) => refused.push(...reasons),
  });
  const blocks = await take(source.blocks(0, never), 39);
  assert.deepEqual(readAhead(blocks), range(1, 39));
  assert.match(refused.join(), /follows another chain \(genesis Other111\)/);
  assert.equal(other.blockRequests.length, 0);
});

test("after an invalid block the thread starts with the node that is preferred now", async (t) => {
  const chain = { blocks: smallChain(range(1, 40)) };
  const [first, second] = [await nodeWith(t, chain), await nodeWith(t, chain)];
  const source = await open([first, second]);
  source.live.preferAnother();
  await take(source.blocks(0, never), 39);
  assert.equal(first.blockRequests.length, 0);
});

test("a block that the node has thrown away is the same error as without a thread", async (t) => {
  const gone = { code: -32001, message: "Block 21 cleaned up" };
  const node = await nodeWith(t, {
    blocks: smallChain(range(1, 40)),
    disturb: (method, _, [slot]) =>
      method === "getBlock" && slot === 21 ? { error: gone } : null,
  });
  const source = await open([node]);
  const seen: number[] = [];
  await assert.rejects(async () => {
    for await (const { slot } of source.blocks(0, never)) seen.push(slot);
  }, BlockGone);
  assert.deepEqual(seen, range(1, 20));
});

test("a stop ends a thread whose node does not answer", async (t) => {
  const node = await nodeWith(t, {
    blocks: smallChain(range(1, 40)),
    disturb: (method) => (method === "getBlock" ? { hang: true } : null),
  });
  const source = await open([node]);
  const stop = new AbortController();
  const reading = Array.fromAsync(source.blocks(0, stop.signal));
  const asked = () => node.calls.get("getBlock") ?? 0;
  await waitFor("a request", asked, (requests) => requests > 0);
  stop.abort();
  assert.deepEqual(await reading, []);
});

test("a thread fetches 32 MB and the requests in flight ahead, and no more", async (t) => {
  const padding = "x".repeat(4 << 20);
  const slots = range(1, 60);
  const chain = smallChain(slots).map(({ slot, block }) => ({
    slot,
    block: { ...block, padding },
  }));
  const node = await nodeWith(t, { blocks: chain });
  const source = await open([node]);
  const seen: number[] = [];
  for await (const { slot } of source.blocks(0, never)) {
    if (seen.length === 0) {
      let last = -1;
      const requests = () => node.blockRequests.length;
      await waitFor(
        "no more requests",
        () => {
          const more = requests() - last;
          last += more;
          return more;
        },
        (more) => more === 0,
        { everyMs: 500 },
      );
      assert.ok(requests() >= 8, `${requests()} blocks were requested`);
      // 8 blocks of 4 MB, one to be sent, one to be pulled, and a window of 16.
      assert.ok(requests() <= 27, `${requests()} blocks were requested`);
    }
    if (seen.push(slot) === 59) break;
  }
  assert.deepEqual(seen, range(1, 59));
});
