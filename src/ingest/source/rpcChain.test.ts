import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Disturbance,
  startSimulatedNode,
} from "../../../test/node/simulatedNode.ts";
import { recordedLines, recordedTrees } from "../../../test/replay/chain.ts";
import { encodeBase58 } from "../../codecs/base58.ts";
import { parseExactJson } from "../../codecs/exactJson.ts";
import type { Chain } from "../../domain/chain.ts";
import { ChainUnavailable } from "../../domain/chain.ts";
import { asAddress, asSignature } from "../../domain/values.ts";
import { openRpcChain } from "./rpcChain.ts";

const [line] = recordedLines("chains/four_cpi_events.jsonl.gz");
const { slot, block } = JSON.parse(line!) as {
  slot: number;
  block: { transactions: object[]; blockTime: number };
};
const entry = { slot, ...block.transactions[0]!, blockTime: block.blockTime };
const unknown = asSignature(new Uint8Array(64));
const someKey = asAddress(new Uint8Array(32).fill(3));

test("a node's transaction comes as it is, with what it did", async () => {
  await withChain({ result: entry }, async (chain) => {
    const found = await chain.findTransaction(unknown);
    assert.equal(found!.json, JSON.stringify(entry));
    assert.equal(found!.update!.created.length, 4);
  });
  await withChain({ result: null }, async (chain) => {
    assert.equal(await chain.findTransaction(unknown), null);
  });
});

test("an account on chain keeps every digit of its numbers", async () => {
  const raw = `{"context":{"slot":1},"value":[null,{"lamports":9007199254740993,"owner":"${encodeBase58(someKey)}","data":["AQI=","base64"],"executable":false,"rentEpoch":18446744073709551615}]}`;
  const value = parseExactJson(raw);
  await withChain({ result: value }, async (chain) => {
    const [none, account] = await chain.readAccounts([someKey, someKey]);
    assert.equal(none, null);
    assert.equal(account!.lamports, 9007199254740993n);
    assert.equal(account!.rentEpoch, 2n ** 64n - 1n);
    assert.deepEqual([...account!.data], [1, 2]);
  });
});

test("a node that fails is unavailable, whatever it says", async () => {
  const failures: Disturbance[] = [
    { status: 503 },
    { error: { code: -32015, message: "version not supported" } },
  ];
  for (const failure of failures)
    await withChain(failure, async (chain) => {
      await assert.rejects(chain.findTransaction(unknown), ChainUnavailable);
      await assert.rejects(chain.readAccounts([someKey]), ChainUnavailable);
    });
});

async function withChain(
  always: Disturbance,
  work: (chain: Chain) => Promise<void>,
): Promise<void> {
  const node = await startSimulatedNode({ blocks: [], disturb: () => always });
  try {
    await work(openRpcChain([node.url], recordedTrees));
  } finally {
    await node.close();
  }
}
