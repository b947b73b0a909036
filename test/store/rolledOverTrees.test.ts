import assert from "node:assert/strict";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { sameBytes } from "../../src/codecs/bytes.ts";
import type { Address } from "../../src/domain/values.ts";
import type { AccountReader } from "../../src/ingest/source/accounts.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { TreeUpkeep } from "../../src/service/indexing/treeUpkeep.ts";
import { type RecordedAccount, readAccounts } from "../encoder/recorded.ts";
import { askStore } from "../model/lists.ts";
import { test } from "./eachEngine.ts";

/** A node with these accounts. */
function nodeWith(accounts: readonly RecordedAccount[]): AccountReader {
  const unused = () => Promise.reject(new Error("not asked for"));
  return {
    listAccounts: unused,
    readAccount: unused,
    readAccounts: unused,
    readSlice: (pubkey, offset, length) => {
      const found = accounts.find((each) => sameBytes(each.pubkey, pubkey));
      if (!found) return Promise.resolve(null);
      const data = found.account.data.subarray(offset, offset + length);
      return Promise.resolve({ slot: 5, account: { ...found.account, data } });
    },
  };
}

/** Where V1 and V2 accounts keep the slot. */
const ROLLED_OVER_AT = { 1: 136, 2: 136, 3: 144, 4: 144 } as const;

/** The recorded accounts, of which one tree was rolled over. */
function rollOver(tree: Address, slot: bigint): RecordedAccount[] {
  const { type } = builtInTrees.find((each) => sameBytes(each.tree, tree))!;
  return readAccounts().map((each) => {
    if (!sameBytes(each.pubkey, tree)) return each;
    const data = Buffer.from(each.account.data);
    data.writeBigUInt64LE(slot, ROLLED_OVER_AT[type]);
    return { ...each, account: { ...each.account, data } };
  });
}

test("a tree is active until its account says that another one took its place", async (withStore) => {
  const signal = new AbortController().signal;
  const fail = (...facts: unknown[]) => assert.fail(JSON.stringify(facts));
  const reporter = { say: fail, warn: fail, status: fail, error: fail };
  await withStore(async ({ writer, reader }) => {
    await writer.addTrees(builtInTrees);
    const inactive = async () => {
      const request = { jsonrpc: "2.0", id: 1, method: "getTrees", params: {} };
      const text = await askStore(reader)(JSON.stringify(request));
      const { result } = JSON.parse(text) as {
        result: { value: { items: { tree: string; active: boolean }[] } };
      };
      const { items } = result.value;
      assert.ok(items.length > 4);
      return items.filter(({ active }) => !active).map(({ tree }) => tree);
    };
    assert.deepEqual(await inactive(), []);
    for (const type of [1, 2, 3, 4]) {
      const { tree } = builtInTrees.find((each) => each.type === type)!;
      for (const slot of [0n, 77n]) {
        const accounts = nodeWith(rollOver(tree, slot));
        await new TreeUpkeep({ writer, accounts, reporter }).check(signal);
        assert.deepEqual(await inactive(), [encodeBase58(tree)]);
      }
    }
    const accounts = nodeWith(readAccounts());
    await new TreeUpkeep({ writer, accounts, reporter }).check(signal);
    assert.deepEqual(await inactive(), []);
  });
});
