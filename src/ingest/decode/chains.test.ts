import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chainNames,
  readAnswers,
  readChain,
  recordedTreeBook,
  type ChainName,
} from "../../../test/encoder/recorded.ts";
import { encodeBase58 } from "../../codecs/base58.ts";
import { readJsonBlock } from "../../codecs/blocks/jsonBlock.ts";
import type { Account } from "../../domain/account.ts";
import type { StateUpdate } from "../../domain/update.ts";
import { decodeBlock } from "./decodeBlock.ts";
import { resolveBlock } from "./resolveBlock.ts";
import { unknownTrees } from "./unknownTrees.ts";

const book = recordedTreeBook();

function decodeChain(name: ChainName): StateUpdate[] {
  return readChain(name).map(({ slot, block }) => {
    const decoded = decodeBlock(readJsonBlock(slot, block));
    assert.equal(decoded.forged, 0);
    assert.deepEqual(unknownTrees(decoded, book), []);
    return resolveBlock(decoded, book, { verify: true });
  });
}

const chains = new Map(chainNames.map((name) => [name, decodeChain(name)]));
const transactionsOf = (name: ChainName) =>
  chains.get(name)!.flatMap(({ transactions }) => transactions);

for (const name of chainNames) {
  test(`${name}: no transaction is set aside, and every account hash matches`, () => {
    const setAside = chains.get(name)!.flatMap((update) => update.setAside);
    assert.deepEqual(setAside, []);
  });

  test(`${name}: compression transactions equal the reference's`, () => {
    const expected = itemsOf(name, "getLatestCompressionSignatures").map(
      (item) => (item as { signature: string }).signature,
    );
    const found = transactionsOf(name).map((t) => encodeBase58(t.signature));
    assert.deepEqual(new Set(found), new Set(expected));
  });

  test(`${name}: accounts equal the reference's responses`, () => {
    const created = new Map(
      chains
        .get(name)!
        .flatMap(renderAccounts)
        .map((account) => [account.hash, account]),
    );
    for (const item of recordedAccounts(name))
      assert.deepEqual(created.get(item.hash), item);
  });
}

/** Counts of compression transactions, others, created, token accounts, spent, nullifiers, addresses, batches. */
const COUNTS: Record<ChainName, readonly number[]> = {
  batched_address_transactions: [55, 0, 50, 0, 0, 0, 50, 5],
  batched_tree_token_transactions: [2, 0, 8, 7, 3, 3, 0, 0],
  batched_tree_transactions: [115, 0, 100, 0, 50, 50, 0, 15],
  "block-254170887": [0, 139, 0, 0, 0, 0, 0, 0],
  "block-443787702": [1, 8, 5, 5, 0, 0, 0, 0],
  e2e_mint_and_transfer_transactions: [4, 0, 7, 7, 3, 0, 0, 0],
  four_cpi_events: [1, 0, 4, 0, 0, 0, 0, 0],
  index_transaction: [1, 0, 2, 2, 1, 0, 0, 0],
  lamport_transfers: [5, 13, 8, 0, 3, 0, 0, 0],
  nullifier_and_address_queue: [5, 0, 3, 0, 1, 0, 0, 0],
  "programs-400": [377, 21, 688, 552, 219, 215, 8, 0],
};

test("every chain has the expected number of changes of each kind", () => {
  for (const name of chainNames) {
    const transactions = transactionsOf(name);
    const created = transactions.flatMap((t) => t.created);
    const count = (kind: "spent" | "nullifiers" | "addresses" | "batches") =>
      transactions.flatMap<unknown>((t) => t[kind]).length;
    const counts = [
      transactions.length,
      chains.get(name)!.flatMap(({ others }) => others).length,
      created.length,
      created.filter(({ token }) => token).length,
      ...(["spent", "nullifiers", "addresses", "batches"] as const).map(count),
    ];
    assert.deepEqual(counts, COUNTS[name], name);
  }
});

test("batches are consecutive in the queue and in the tree", () => {
  const batches = transactionsOf("batched_tree_transactions").flatMap(
    (transaction) => transaction.batches,
  );
  const appends = batches.filter(({ kind }) => kind === "append");
  assert.deepEqual([appends.length, batches.length], [10, 15]);
  assert.deepEqual(
    batches.map(({ sequenceNumber }) => sequenceNumber),
    batches.map((_, i) => BigInt(i + 1)),
  );
  for (const [i, { oldNextIndex }] of appends.entries())
    assert.equal(oldNextIndex, i === 0 ? 0n : appends[i - 1]!.newNextIndex);
});

test("queue indexes of nullifiers and addresses have no gaps", () => {
  const nullifiers = transactionsOf("batched_tree_transactions").flatMap(
    (transaction) => transaction.nullifiers,
  );
  const addresses = transactionsOf("batched_address_transactions").flatMap(
    (transaction) => transaction.addresses,
  );
  for (const queued of [nullifiers, addresses])
    assert.deepEqual(
      queued.map(({ queueIndex }) => queueIndex),
      queued.map((_, i) => BigInt(i)),
    );
});

test("a spent input and its transaction hash equal the published vector", () => {
  const nullifier = transactionsOf("batched_tree_transactions")
    .flatMap((transaction) => transaction.nullifiers)
    .find(
      ({ hash }) =>
        encodeBase58(hash) === "31k1cBCZnCpF4jMjCeBEsWdFsjraJAXWXzkurB2C7Uzg",
    );
  assert.equal(
    encodeBase58(nullifier!.transactionHash),
    "2WUZZ2KLpSA8Yum9BVZt3vK8nBb5nFRasiiWeqe7XfGv",
  );
});

function itemsOf(name: ChainName, method: string): unknown[] {
  return readAnswers(name)
    .filter((answer) => answer.method === method)
    .filter(({ params }) => !("dataSlice" in params))
    .flatMap((answer) => answer.result.value.items);
}

function recordedAccounts(name: ChainName): { readonly hash: string }[] {
  const tokens = itemsOf(name, "getCompressedTokenAccountsByOwner").map(
    (item) => (item as { account: unknown }).account,
  );
  const accounts = itemsOf(name, "getCompressedAccountsByOwner");
  return [...tokens, ...accounts] as { hash: string }[];
}

function renderAccounts({ block, transactions }: StateUpdate) {
  return transactions
    .flatMap(({ created }) => created)
    .map((account) => renderAccount(account, block.slot));
}

/** In the form of the recording. JSON.parse rounded its numbers, so these are rounded too. */
function renderAccount(account: Account, slotCreated: number) {
  const { data } = account;
  return {
    hash: encodeBase58(account.hash),
    address: account.address && encodeBase58(account.address),
    data: data && {
      discriminator: Number(data.discriminator),
      data: Buffer.from(data.data).toString("base64"),
      dataHash: encodeBase58(data.dataHash),
    },
    owner: encodeBase58(account.owner),
    lamports: Number(account.lamports),
    tree: encodeBase58(account.tree),
    leafIndex: account.leafIndex,
    seq: account.seq === null ? null : Number(account.seq),
    slotCreated,
  };
}
