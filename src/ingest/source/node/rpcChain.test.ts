import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Disturbance,
  startSimulatedNode,
} from "../../../../test/node/simulatedNode.ts";
import { recordedLines, recordedTrees } from "../../../../test/replay/chain.ts";
import { encodeBase58 } from "../../../codecs/base58.ts";
import { parseRawNumbers } from "../../../codecs/rawNumberJson.ts";
import type { Chain } from "../../../domain/chain.ts";
import { AccountsTooLarge, ChainUnavailable } from "../../../domain/chain.ts";
import { asAddress, asSignature } from "../../../domain/values.ts";
import { openRpcChain } from "./rpcChain.ts";

const [line] = recordedLines("chains/four_cpi_events.jsonl.gz");
const { slot, block } = JSON.parse(line!) as {
  slot: number;
  block: { transactions: object[]; blockTime: number };
};
const entry = { slot, ...block.transactions[0]!, blockTime: block.blockTime };
const unknown = asSignature(new Uint8Array(64));
const someKey = asAddress(new Uint8Array(32).fill(3));

test("a transaction is returned as the node sends it, with its changes", async () => {
  await withChain({ result: entry }, async (chain) => {
    const found = await chain.findTransaction(unknown);
    assert.equal(found!.json, JSON.stringify(entry));
    assert.equal(found!.update!.created.length, 4);
  });
  await withChain({ result: null }, async (chain) => {
    assert.equal(await chain.findTransaction(unknown), null);
  });
});

test("a node is asked at the commitment of the index", async () => {
  const asked: unknown[] = [];
  const answer = (params: readonly unknown[]): Disturbance => {
    asked.push((params.at(-1) as { commitment?: unknown }).commitment);
    return { status: 503 };
  };
  await withChain(answer, async (chain) => {
    await assert.rejects(chain.findTransaction(unknown));
    await assert.rejects(chain.readAccounts([someKey], 1000));
  });
  assert.ok(asked.length >= 2);
  assert.ok(asked.every((commitment) => commitment === "finalized"));
});

test("an account on chain keeps every digit of its numbers", async () => {
  const raw = `{"context":{"slot":1},"value":[null,{"lamports":9007199254740993,"owner":"${encodeBase58(someKey)}","data":["AQI=","base64"],"executable":false,"rentEpoch":18446744073709551615}]}`;
  const value = parseRawNumbers(raw);
  await withChain({ result: value }, async (chain) => {
    const [none, account] = await chain.readAccounts([someKey, someKey], 1000);
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
      await assert.rejects(
        chain.readAccounts([someKey], 1000),
        ChainUnavailable,
      );
    });
});

/** Accounts of these sizes, and what was asked for them: keys, bytes of each, and bytes that were sent. */
function accountsOf(sizes: readonly number[]) {
  const asked: { keys: number; length: number; sent: number }[] = [];
  const answer = ([names, options]: readonly unknown[]): Disturbance => {
    const { length } = (options as { dataSlice: { length: number } }).dataSlice;
    const value = (names as string[]).map((name) => {
      const space = sizes[keys.indexOf(name)]!;
      const data = Buffer.alloc(Math.min(space, length), 7).toString("base64");
      const owner = encodeBase58(someKey);
      return { lamports: 1, owner, data: [data, "base64"], space };
    });
    const sent = value.reduce((sum, { data }) => sum + data[0]!.length, 0);
    asked.push({ keys: value.length, length, sent });
    return { result: { context: { slot: 1 }, value } };
  };
  const addresses = sizes.map((_, i) =>
    asAddress(new Uint8Array(32).fill(i + 1)),
  );
  const keys = addresses.map((key) => encodeBase58(key));
  return { asked, answer, addresses };
}

test("small accounts are read with one request, and a large one with a second", async () => {
  const { asked, answer, addresses } = accountsOf([100, 700, 0, 100]);
  await withChain(answer, async (chain) => {
    const found = await chain.readAccounts(addresses, 1000);
    const lengths = found.map((account) => account!.data.length);
    assert.deepEqual(lengths, [100, 700, 0, 100]);
    assert.ok(found[1]!.data.every((byte) => byte === 7));
  });
  assert.deepEqual(
    asked.map(({ keys, length }) => [keys, length]),
    [
      [4, 250],
      [1, 1000],
    ],
  );
});

test("accounts that are too large together are refused before they are read", async () => {
  for (const sizes of [[10 * 2 ** 20], [600, 600], Array(100).fill(100_000)]) {
    const { asked, answer, addresses } = accountsOf(sizes as number[]);
    await withChain(answer, async (chain) => {
      await assert.rejects(
        chain.readAccounts(addresses, 1000),
        AccountsTooLarge,
      );
    });
    assert.equal(asked.length, 1);
    assert.ok(asked[0]!.sent <= 1600, `${asked[0]!.sent} characters`);
  }
});

test("an answer larger than the requested accounts can be is not read to its end", async () => {
  const text = `"${"x".repeat(9 * 2 ** 20)}"`;
  await withChain({ text }, async (chain) => {
    await assert.rejects(chain.readAccounts([someKey], 1000), /too large/);
  });
});

type Answer = (params: readonly unknown[]) => Disturbance;

async function withChain(
  always: Disturbance | Answer,
  work: (chain: Chain) => Promise<void>,
): Promise<void> {
  const node = await startSimulatedNode({
    blocks: [],
    disturb: (method, _call, params) => {
      if (typeof always !== "function") return always;
      return method === "getGenesisHash" ? null : always(params);
    },
  });
  try {
    await work(openRpcChain([node.url], recordedTrees, "finalized"));
  } finally {
    await node.close();
  }
}
