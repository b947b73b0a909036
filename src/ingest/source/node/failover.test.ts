import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import {
  type SimulatedNodeOptions,
  startSimulatedNode,
} from "../../../../test/node/simulatedNode.ts";
import { smallChain } from "../../../../test/node/smallChain.ts";
import { AnotherChain, failover } from "./failover.ts";
import { createJsonRpc, RpcError } from "./jsonRpc.ts";
import { openRpcSource } from "./source.ts";

const never = new AbortController().signal;
const slots = Array.from({ length: 40 }, (_, i) => i + 1);

async function nodes(
  t: TestContext,
  ...options: Partial<SimulatedNodeOptions>[]
) {
  const started = await Promise.all(
    options.map((each) =>
      startSimulatedNode({ blocks: smallChain(slots), ...each }),
    ),
  );
  t.after(() => Promise.all(started.map((node) => node.close())));
  const clients = started.map(({ url }) =>
    createJsonRpc(url, { timeoutMs: 300 }),
  );
  return { started, rpc: failover(clients) };
}

test("one node is used as long as it answers", async (t) => {
  const { started, rpc } = await nodes(t, {}, {});
  for (let i = 0; i < 5; i++) await rpc.call("getSlot", [], never);
  assert.equal(started[0]!.calls.get("getSlot"), 5);
  assert.equal(started[1]!.calls.size, 0);
});

test("when it fails, the next one answers the same request and is used from then on", async (t) => {
  let down = false;
  const disturb = () => (down ? { status: 503 } : null);
  const { started, rpc } = await nodes(t, { disturb }, {});
  await rpc.call("getSlot", [], never);
  down = true;
  assert.equal(await rpc.call("getSlot", [], never), 40);
  await rpc.call("getSlot", [], never);
  assert.equal(started[0]!.calls.get("getSlot"), 2);
  assert.equal(started[1]!.calls.get("getSlot"), 2);
});

test("a block one node has thrown away is asked of the other", async (t) => {
  const gone = { error: { code: -32001, message: "cleaned up" } };
  const { rpc } = await nodes(
    t,
    { disturb: (method) => (method === "getBlock" ? gone : null) },
    {},
  );
  const quick = { pollMs: () => 5, firstPauseMs: 5 };
  const source = await openRpcSource(rpc, never, quick);
  const seen: number[] = [];
  for await (const { slot } of source.blocks(0, never, 40)) seen.push(slot);
  assert.deepEqual(seen, slots);
});

test("a node that sends Retry-After is not used while another answers", async (t) => {
  const busy = { status: 429, retryAfter: 30 };
  const { started, rpc } = await nodes(
    t,
    { disturb: (_, call) => (call === 1 ? null : busy) },
    {},
  );
  await rpc.call("getSlot", [], never);
  for (let i = 0; i < 5; i++) {
    rpc.preferAnother();
    await rpc.call("getSlot", [], never);
  }
  assert.ok(started[0]!.calls.get("getSlot")! <= 2);
});

test("a node of another chain is reported and never used", async (t) => {
  let down = false;
  const { rpc } = await nodes(
    t,
    { genesis: "One", disturb: () => (down ? { drop: true } : null) },
    { genesis: "Two" },
  );
  await rpc.call("getSlot", [], never);
  down = true;
  await assert.rejects(rpc.call("getSlot", [], never), AnotherChain);
});

test("what every node says is the answer, errors too", async (t) => {
  const { rpc } = await nodes(t, {}, {});
  await assert.rejects(
    rpc.call("getBlock", [99], never),
    (error) => error instanceof RpcError && error.code === -32004,
  );
});
