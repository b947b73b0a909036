import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type RecordedAccount,
  readAccounts,
} from "../../../test/encoder/recorded.ts";
import { parseTreeAccount } from "../../codecs/accounts/treeAccount.ts";
import type { Tree } from "../../domain/tree.ts";
import { asHash } from "../../domain/values.ts";
import { stateOfNewTree } from "../../store/trees/treeStates.ts";
import { type MerkleTree, merkleTreeOf } from "../../store/trees/treeStatus.ts";
import { noProgress } from "../../store/write/treeProgress.ts";
import type { AccountReader } from "../source/accounts.ts";
import { checkRoot } from "./checkRoots.ts";

const signal = new AbortController().signal;
const SLOT = 100;

function accountsOf(
  { account }: RecordedAccount,
  slot: number | null = SLOT,
): AccountReader {
  const unused = () => Promise.reject(new Error("not asked for"));
  return {
    listAccounts: unused,
    readAccount: unused,
    readAccounts: unused,
    readSlice: (_pubkey, offset, length) => {
      const data = account.data.subarray(offset, offset + length);
      return Promise.resolve({ slot, account: { ...account, data } });
    },
  };
}

/** The trees among the recorded accounts, which were recorded while they were new. */
const recorded = readAccounts().flatMap((account) => {
  const parsed = parseTreeAccount(account.pubkey, account.account);
  return parsed.kind === "tree" ? [{ account, tree: parsed.tree }] : [];
});

function atBirth(tree: Tree): MerkleTree {
  const state = stateOfNewTree(tree.tree);
  const history = { isLive: true, missingTo: null };
  return merkleTreeOf({ ...tree, progress: noProgress() }, state, history);
}

test("the root of every recorded tree while it is new is the one in its account", async () => {
  assert.ok(recorded.length > 10);
  for (const { account, tree } of recorded) {
    const check = await checkRoot(
      accountsOf(account),
      atBirth(tree),
      SLOT,
      signal,
    );
    assert.equal(check?.verdict?.difference, null);
    assert.ok(check.facts.capacity > 0);
    assert.equal(check.facts.rolledOverSlot, null);
  }
});

test("a different root is reported, with both roots", async () => {
  for (const { account, tree } of recorded) {
    const wrong = { ...atBirth(tree), root: asHash(tree.tree) };
    const check = await checkRoot(accountsOf(account), wrong, SLOT, signal);
    assert.match(check!.verdict!.difference!, /on chain it is/);
  }
});

test("an account that is older than the index says nothing about the root", async () => {
  const { account, tree } = recorded[0]!;
  const ahead = {
    ...atBirth(tree),
    rootSeq: 9n,
    status: { usable: true } as const,
  };
  const check = await checkRoot(accountsOf(account), ahead, SLOT, signal);
  assert.equal(check!.verdict, null);
});

test("a tree that is far ahead on chain lacks updates at the tip; before, it is only late", async () => {
  const v1 = recorded.find(({ tree }) => tree.type === 1)!;
  const data = Buffer.from(v1.account.account.data);
  data.writeBigUInt64LE(1_000_000n, 248);
  const account = { ...v1.account, account: { ...v1.account.account, data } };
  const at = (slot: number) =>
    checkRoot(accountsOf(account, slot), atBirth(v1.tree), SLOT, signal);
  const atTip = await at(SLOT + 10);
  assert.match(atTip!.verdict!.difference!, /updates are missing/);
  const before = await at(SLOT + 10_000);
  assert.equal(before!.verdict, null);
});

test("a recorded account whose root history was shortened says nothing about a new tree", async () => {
  const v1 = recorded.find(({ tree }) => tree.type === 2)!;
  const data = Buffer.from(v1.account.account.data);
  data.writeBigUInt64LE(2n, 336);
  const account = { ...v1.account, account: { ...v1.account.account, data } };
  const at = (slot: number | null) =>
    checkRoot(accountsOf(account, slot), atBirth(v1.tree), SLOT, signal);
  assert.equal((await at(null))!.verdict, null);
  assert.equal((await at(null))!.facts.capacity, 2);
  // A node's answer is taken at its word.
  assert.match((await at(SLOT))!.verdict!.difference!, /on chain it is/);
});
