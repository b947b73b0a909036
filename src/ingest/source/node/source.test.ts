import assert from "node:assert/strict";
import { test } from "node:test";
import { smallChain } from "../../../../test/node/smallChain.ts";
import { nodeWith } from "../../../../test/node/nodeWith.ts";
import { type SimulatedNode } from "../../../../test/node/simulatedNode.ts";
import { createJsonRpc } from "./jsonRpc.ts";
import { BlockGone } from "./nodeBlocks.ts";
import { openRpcSource, type RpcSourceOptions } from "./source.ts";

const never = new AbortController().signal;
const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + i);

/** The slots of the next blocks, until there are `count`. */
async function follow(
  node: SimulatedNode,
  after: number,
  count: number,
  options: RpcSourceOptions = {},
): Promise<number[]> {
  const quick = { pollMs: () => 5, firstPauseMs: 5, ...options };
  const rpc = createJsonRpc(node.url, { timeoutMs: 200 });
  const source = await openRpcSource(rpc, never, quick);
  const stop = new AbortController();
  const slots: number[] = [];
  for await (const block of source.blocks(after, stop.signal)) {
    if (slots.push(block.slot) === count) stop.abort();
  }
  return slots;
}

test("blocks come in order whatever order the node answers in", async (t) => {
  const slots = range(1, 60);
  const node = await nodeWith(t, {
    blocks: smallChain(slots),
    disturb: (method) =>
      method === "getBlock" ? { delayMs: Math.random() * 20 } : null,
  });
  assert.deepEqual(await follow(node, 0, 60, { window: 8 }), slots);
});

test("concurrent requests for blocks do not exceed the window", async (t) => {
  const node = await nodeWith(t, {
    blocks: smallChain(range(1, 40)),
    disturb: (method) => (method === "getBlock" ? { delayMs: 10 } : null),
  });
  await follow(node, 0, 40, { window: 4 });
  assert.ok(node.maxConcurrent() >= 3, `only ${node.maxConcurrent()} at once`);
  // One more for getSlot or getBlocks, which go on beside the blocks.
  assert.ok(node.maxConcurrent() <= 5, `${node.maxConcurrent()} at once`);
});

test("slot 0 is part of a chain followed from its start", async (t) => {
  const node = await nodeWith(t, { blocks: smallChain([0, 1, 2]) });
  assert.deepEqual(await follow(node, -1, 3), [0, 1, 2]);
});

test("skipped slots cost no request and leave no block", async (t) => {
  const node = await nodeWith(t, { blocks: smallChain([1, 2, 5000, 5003]) });
  assert.deepEqual(await follow(node, 1, 3), [2, 5000, 5003]);
  assert.equal(node.blockRequests.length, 3);
});

test("a slot that the node lists and then calls skipped is skipped", async (t) => {
  const node = await nodeWith(t, {
    blocks: smallChain([1, 2, 3]),
    disturb: (method, call) =>
      method === "getBlock" && call === 2
        ? { error: { code: -32007, message: "Slot 2 was skipped" } }
        : null,
  });
  assert.deepEqual(await follow(node, 0, 2, { window: 1 }), [1, 3]);
});

test("a block that is not available yet is requested again", async (t) => {
  const notYet = { code: -32004, message: "Block not available for slot 2" };
  const node = await nodeWith(t, {
    blocks: smallChain([1, 2, 3]),
    disturb: (method, call) => {
      if (method !== "getBlock") return null;
      if (call === 2) return { error: notYet };
      return call === 3 ? { result: null } : null;
    },
  });
  assert.deepEqual(await follow(node, 0, 3), [1, 2, 3]);
});

test("failures, silence and invalid answers of the node are retried", async (t) => {
  const troubles = [
    { status: 503 },
    { status: 429, retryAfter: 0.05 },
    { hang: true } as const,
    { result: { blockhash: "not a block" } },
    { error: { code: -32603, message: "internal" } },
  ];
  const node = await nodeWith(t, {
    blocks: smallChain(range(1, 30)),
    disturb: (_, call) =>
      call % 3 === 0 ? troubles[(call / 3) % troubles.length]! : null,
  });
  const reasons: string[] = [];
  const onRetry = (error: Error): unknown => reasons.push(error.message);
  assert.deepEqual(await follow(node, 0, 30, { onRetry }), range(1, 30));
  for (const expected of ["HTTP 503", "HTTP 429", "in time", "internal"]) {
    assert.ok(
      reasons.join().includes(expected),
      `${expected} in ${reasons.join()}`,
    );
  }
});

test("a tip missing from the node's list is late, not skipped", async (t) => {
  const node = await nodeWith(t, {
    blocks: smallChain([1, 2, 3]),
    disturb: (method, call) =>
      method === "getBlocks" && call <= 2 ? { result: [call] } : null,
  });
  assert.deepEqual(await follow(node, 0, 3), [1, 2, 3]);
});

test("new blocks at the tip are followed without polling ten times a second", async (t) => {
  const node = await nodeWith(t, {
    blocks: smallChain(range(1, 4)),
    confirmed: 1,
  });
  const grow = setInterval(() => {
    node.confirm(1);
  }, 400);
  t.after(() => {
    clearInterval(grow);
  });
  const source = await openRpcSource(createJsonRpc(node.url), never);
  const started = performance.now();
  let last = 0;
  for await (const { slot } of source.blocks(0, never)) {
    last = slot;
    if (slot === 4) break;
  }
  const seconds = (performance.now() - started) / 1000;
  assert.equal(last, 4);
  assert.ok(node.calls.get("getSlot")! <= 1 + seconds * 4);
});

test("a block the node has thrown away is a named error, not an endless wait", async (t) => {
  const gone = { code: -32001, message: "Block 1 cleaned up" };
  const node = await nodeWith(t, {
    blocks: smallChain([1, 2]),
    disturb: (method) => (method === "getBlock" ? { error: gone } : null),
  });
  await assert.rejects(follow(node, 0, 1), BlockGone);
});

test("blocks are requested in the encoding that the decoder reads", async (t) => {
  const node = await nodeWith(t, { blocks: smallChain([7]) });
  await follow(node, 6, 1);
  assert.deepEqual(node.blockRequests[0], [
    7,
    {
      commitment: "confirmed",
      encoding: "base64",
      transactionDetails: "full",
      maxSupportedTransactionVersion: 1,
      rewards: false,
    },
  ]);
});

test("stopping ends a source that waits at the tip", async (t) => {
  const node = await nodeWith(t, { blocks: smallChain([1]) });
  const rpc = createJsonRpc(node.url);
  const source = await openRpcSource(rpc, never, { pollMs: () => 60_000 });
  const stop = new AbortController();
  const blocks = source.blocks(0, stop.signal);
  const first = await blocks.next();
  assert.ok(!first.done && first.value.slot === 1);
  const waiting = blocks.next();
  setTimeout(() => {
    stop.abort();
  }, 50);
  assert.deepEqual(await waiting, { done: true, value: undefined });
});

test("the chain is identified by its genesis hash, and the description contains no key", async (t) => {
  const node = await nodeWith(t, { blocks: [], genesis: "Gen1" });
  const secret = new URL("/v0/my-secret?api-key=my-secret", node.url);
  const source = await openRpcSource(createJsonRpc(secret), never);
  assert.equal(source.chain, "genesis:Gen1");
  assert.equal(source.description, `node ${node.url.origin}`);
});
