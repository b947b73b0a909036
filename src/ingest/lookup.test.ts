import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { gunzipSync } from "node:zlib";
import {
  type NodeAccount,
  type SimulatedNode,
  startSimulatedNode,
} from "../../test/node/simulatedNode.ts";
import { encodeBase58 } from "../codecs/base58.ts";
import { parseAddress, sameBytes } from "../codecs/bytes.ts";
import { type Tree, TreeType } from "../domain/tree.ts";
import { asAddress } from "../domain/values.ts";
import { TreeLookup } from "./lookup.ts";
import { createJsonRpc } from "./source/node/jsonRpc.ts";
import { rpcAccounts } from "./source/node/rpcAccounts.ts";
import { TreeBook } from "./trees/treeBook.ts";

const never = new AbortController().signal;
const accounts = gunzipSync(readFileSync("fixtures/chains/accounts.jsonl.gz"))
  .toString()
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as NodeAccount);
const stateTree = parseAddress("bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU");
const outputQueue = parseAddress("oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto");

interface World {
  readonly book: TreeBook;
  readonly saved: Tree[];
  readonly lookup: TreeLookup;
  readonly node: SimulatedNode;
}

async function worldWith(
  t: TestContext,
  onChain: readonly NodeAccount[],
  now = () => 0,
): Promise<World> {
  const node = await startSimulatedNode({ blocks: [], accounts: onChain });
  t.after(() => node.close());
  const policy = { firstPauseMs: 5, longestPauseMs: 5 };
  const book = new TreeBook();
  const saved: Tree[] = [];
  const lookup = new TreeLookup({
    book,
    accounts: rpcAccounts(createJsonRpc(node.url), policy),
    save: (trees) => {
      saved.push(...trees);
      return Promise.resolve();
    },
    now,
  });
  return { book, saved, lookup, node };
}

test("listing finds every tree of the program and keeps it for the next start", async (t) => {
  const { book, saved, lookup } = await worldWith(t, accounts);
  const found = await lookup.discover(never);
  assert.equal(found, saved.length);
  assert.equal(book.find(stateTree)?.type, TreeType.StateV2);
  const names = saved.map(({ tree }) => encodeBase58(tree));
  for (const expected of [
    "amt1Ayt45jfbdw5YSo7iz6WZxUmnZsQTYXy82hVwyC2",
    "EzKE84aVTkCUhDHLELqyJaq1Y7UVVmqxXqZjVHwHY3rK",
    "HLKs5NJ8FXkJg8BrzJt56adFYYuwg5etzDtBbQYTsixu",
  ])
    assert.ok(names.includes(expected), expected);
  assert.equal(await lookup.discover(never), 0);
});

test("an output queue leads to its tree", async (t) => {
  const { book, saved, lookup } = await worldWith(t, accounts);
  await lookup.find([outputQueue], never);
  assert.ok(sameBytes(book.find(outputQueue)!.tree, stateTree));
  assert.equal(saved.length, 1);
});

test("a tree is found by its own key", async (t) => {
  const { book, lookup } = await worldWith(t, accounts);
  await lookup.find([stateTree], never);
  assert.ok(sameBytes(book.find(stateTree)!.queue, outputQueue));
});

test("a key that is not a tree costs one request in a while", async (t) => {
  let now = 0;
  const { lookup, node } = await worldWith(t, accounts, () => now);
  const junk = asAddress(new Uint8Array(32).fill(9));
  for (let block = 0; block < 20; block++) await lookup.find([junk], never);
  assert.equal(node.calls.get("getAccountInfo"), 1);
  now = 11 * 60_000;
  await lookup.find([junk], never);
  assert.equal(node.calls.get("getAccountInfo"), 2);
});

test("an account that only looks like a tree is not one", async (t) => {
  const forged = accounts.map((entry) => ({
    ...entry,
    account: {
      ...entry.account,
      owner: "Vote111111111111111111111111111111111111111",
    },
  }));
  const { book, saved, lookup } = await worldWith(t, forged);
  await lookup.find([stateTree, outputQueue], never);
  assert.equal(book.find(stateTree), null);
  assert.deepEqual(saved, []);
});

test("without accounts to read, the book stays as it is", async () => {
  const book = new TreeBook();
  const save = () => Promise.reject(new Error("nothing to save"));
  const lookup = new TreeLookup({ book, accounts: null, save });
  await lookup.find([stateTree], never);
  assert.equal(await lookup.discover(never), 0);
  assert.equal(book.find(stateTree), null);
});
