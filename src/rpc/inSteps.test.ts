import assert from "node:assert/strict";
import { test } from "node:test";
import { key, sampleAccount } from "../../test/store/sampleAccounts.ts";
import { headerOf } from "../../test/encoder/block.ts";
import { withStore } from "../../test/store/withStore.ts";
import { addressOf, hashOf, signatureOf } from "../../bench/worst/keys.ts";
import { encodeBase58 } from "../codecs/base58.ts";
import type { Account } from "../domain/account.ts";
import { TreeType } from "../domain/tree.ts";
import type { TransactionUpdate } from "../domain/update.ts";
import { builtInTrees } from "../ingest/trees/builtInTrees.ts";
import { joinChunks } from "../render/text.ts";
import * as methods from "./methods/index.ts";
import type { Reader } from "../store/reader.ts";
import type { Method } from "./method.ts";

const COUNT = 950;
/** A step is 100 keys. */
const MIN_TURNS = 9;
const HASH_LENGTH = 43;

const numbers = Array.from({ length: COUNT }, (_, i) => i);
const [tree] = builtInTrees.filter(({ type }) => type === TreeType.StateV2);
const upstreams = {
  chain: null,
  prover: null,
  abandoned: () => new AbortController().signal,
};

/** In a V1 tree, or waiting in the output queue of a V2 tree. */
function accounts(type: TreeType): Account[] {
  const isV1 = type === TreeType.StateV1;
  const { tree, queue } = builtInTrees.find((each) => each.type === type)!;
  return numbers.map((i) => ({
    ...sampleAccount(1, { owner: key(5) }),
    ...{ hash: hashOf(isV1 ? i : COUNT + i), leafIndex: i },
    ...{ tree, queue, treeType: type },
    seq: isV1 ? BigInt(i + 1) : null,
  }));
}

function update(slot: number, content: Partial<TransactionUpdate>) {
  const nothing = {
    ...{ created: [], spent: [], nullifiers: [], addresses: [] },
    ...{ batches: [], nullifiedLeaves: [], insertedElements: [] },
  };
  const transaction = { ...nothing, signature: signatureOf(slot), ...content };
  const block = headerOf(slot);
  return { block, transactions: [transaction], others: [], setAside: [] };
}

async function withFullTrees(work: (read: Reader) => Promise<void>) {
  const queued = accounts(TreeType.StateV2);
  const spent = queued.map(({ hash }) => hash);
  const nullifiers = spent.map((hash, i) => ({
    ...{ hash, tree: tree!.tree, queueIndex: BigInt(i) },
    transactionHash: hashOf(i),
  }));
  await withStore(async ({ writer, reader }) => {
    await writer.addTrees(builtInTrees);
    await writer.apply([
      update(1, { created: accounts(TreeType.StateV1) }),
      update(2, { created: queued }),
      update(3, { spent, nullifiers }),
    ]);
    while (await writer.refreshTrees());
    await work(reader);
  });
}

/** Turns of the event loop that others get while a call is answered. */
async function turnsDuring(read: Reader, method: Method, params: unknown) {
  let turns = 0;
  let over = false;
  const turn = (): void => {
    turns++;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    const text = await method.prepare(params).answer(read, upstreams);
    return { turns, text: joinChunks(text) };
  } finally {
    over = true;
  }
}

const all = (make: (i: number) => Uint8Array) =>
  numbers.map((i) => encodeBase58(make(i)));
const queueOf = { tree: encodeBase58(tree!.tree) };
const WHOLE_QUEUE = { limit: COUNT, zkpBatchSize: COUNT };

test("proofs and queues are read and rendered in steps, between which other requests run", () =>
  withFullTrees(async (read) => {
    const requests: Partial<Record<keyof typeof methods, unknown>> = {
      getMultipleCompressedAccountProofs: [all(hashOf)],
      getMultipleNewAddressProofs: [all(addressOf)],
      getQueueLeafIndices: { ...queueOf, limit: COUNT },
      getQueueElements: { ...queueOf, outputQueue: WHOLE_QUEUE },
    };
    for (const [name, params] of Object.entries(requests)) {
      const method = methods[name as keyof typeof methods];
      const { turns, text } = await turnsDuring(read, method, params);
      assert.ok(turns >= MIN_TURNS, `${name}: ${turns} turns`);
      assert.ok(text.length > COUNT * HASH_LENGTH, name);
    }
    const inputs = { ...queueOf, inputQueue: WHOLE_QUEUE };
    const method = methods.getQueueElements;
    const { turns } = await turnsDuring(read, method, inputs);
    assert.ok(turns >= MIN_TURNS, `the input queue: ${turns} turns`);
  }));

const LARGE_DATA = 10_240;
const LARGE_COUNT = 400;
const program = key(9);

function largeAccounts(): Account[] {
  const { tree, queue } = builtInTrees[0]!;
  return Array.from({ length: LARGE_COUNT }, (_, i) => ({
    ...sampleAccount(
      1,
      { owner: program },
      {
        discriminator: 2n,
        data: Buffer.alloc(LARGE_DATA, i),
      },
    ),
    ...{ hash: hashOf(i), leafIndex: i, tree, queue, seq: BigInt(i + 1) },
  }));
}

test("pages of large accounts are read, cut and shaped in steps", () =>
  withStore(async ({ writer, reader }) => {
    await writer.addTrees(builtInTrees);
    await writer.apply([update(1, { created: largeAccounts() })]);
    const owner = encodeBase58(program);
    const whole = { offset: 0, length: LARGE_DATA };
    const everything = [{ memcmp: { offset: 0, bytes: "" } }];
    const byHash = [
      largeAccounts().map(({ hash }) => encodeBase58(hash)),
    ] as const;
    const asked = [
      [methods.getCompressedAccountsByOwner, { owner }],
      [methods.getCompressedAccountsByOwnerV2, { owner }],
      [methods.getCompressedAccountsByOwner, { owner, dataSlice: whole }],
      [methods.getCompressedAccountsByOwner, { owner, filters: everything }],
      [methods.getMultipleCompressedAccountsV2, byHash],
    ] as const;
    const sorted = (items: readonly object[]) =>
      items.map((item) => JSON.stringify(item)).sort();
    let first: string[] | null = null;
    for (const [i, [method, params]] of asked.entries()) {
      const { turns, text } = await turnsDuring(reader, method, params);
      assert.ok(turns >= 4, `request ${i}: ${turns} turns`);
      const { value } = JSON.parse(text) as { value: { items: object[] } };
      assert.equal(value.items.length, LARGE_COUNT);
      if (method !== methods.getCompressedAccountsByOwner) continue;
      assert.deepEqual(sorted(value.items), (first ??= sorted(value.items)));
    }
  }));
