import assert from "node:assert/strict";
import { test } from "node:test";
import {
  makeAccount,
  makeTokenAccount,
} from "../../../test/encoder/accounts.ts";
import { encodeBlock, encodeTransaction } from "../../../test/encoder/block.ts";
import { instruction, transfer } from "../../../test/encoder/groups.ts";
import { loggedEvent, treeEvent } from "../../../test/encoder/loggedEvents.ts";
import { queueEvent } from "../../../test/encoder/queueEvents.ts";
import { readJsonBlock } from "../../codecs/blocks/jsonBlock.ts";
import { rawJsonTransaction } from "../../codecs/blocks/jsonTransaction.ts";
import { ACCOUNT_COMPRESSION, NOOP } from "../../codecs/programs.ts";
import type { Account, TokenData } from "../../domain/account.ts";
import type { InstructionGroup } from "../../domain/block.ts";
import { TreeType } from "../../domain/tree.ts";
import type { StateUpdate } from "../../domain/update.ts";
import { asAddress, asHash, asSignature } from "../../domain/values.ts";
import { builtInTrees } from "../trees/builtInTrees.ts";
import { TreeBook } from "../trees/treeBook.ts";
import { decodeBlock } from "./decodeBlock.ts";
import { resolveBlock } from "./resolveBlock.ts";

const book = new TreeBook(builtInTrees);
const signature = asSignature(new Uint8Array(64).fill(5));
const key = asAddress(new Uint8Array(32).fill(6));
const treeOf = (type: TreeType) =>
  builtInTrees.find((tree) => tree.type === type)!;
const v1Tree = treeOf(TreeType.StateV1);
const v2Tree = treeOf(TreeType.StateV2);
const addressTree = treeOf(TreeType.AddressV2);

function decodeEntries(entries: unknown[], verify = false): StateUpdate {
  const block = { ...encodeBlock({ slot: 1, transactions: [] }) };
  const json = { ...block, transactions: entries };
  return resolveBlock(decodeBlock(readJsonBlock(1, json)), book, { verify });
}

function decodeGroup(group: InstructionGroup, verify = false): StateUpdate {
  return decodeEntries(
    [encodeTransaction({ signature, groups: [group] })],
    verify,
  );
}

/** Changes the data of the last instruction, which carries the event. */
function withData(
  group: InstructionGroup,
  change: (data: Uint8Array) => Uint8Array,
): InstructionGroup {
  const last = group.at(-1)!;
  return [...group.slice(0, -1), { ...last, data: change(last.data) }];
}

function assertSetAside(update: StateUpdate, reason: RegExp): void {
  assert.deepEqual(update.transactions, []);
  assert.deepEqual(update.others, []);
  assert.equal(update.setAside.length, 1);
  assert.match(update.setAside[0]!.reason, reason);
}

const cut = (data: Uint8Array) => data.subarray(0, data.length - 3);
const plainAccount = makeAccount(
  { owner: key, lamports: 5n },
  { tree: v2Tree, leafIndex: 1 },
);
const token: TokenData = {
  mint: key,
  owner: key,
  amount: 2n ** 64n - 1n,
  delegate: null,
  state: "initialized",
  tlv: null,
};
const tokenAccount = makeTokenAccount(
  { version: "V2", token },
  { tree: v2Tree, leafIndex: 1 },
);

test("bytes that are not a transaction are set aside without a signature", () => {
  const broken = { transaction: ["AAAA", "base64"], meta: { err: null } };
  const good = encodeTransaction({ signature, groups: [transfer()] });
  const update = decodeEntries([broken, good]);
  assert.equal(update.others.length, 1);
  assert.deepEqual(
    update.setAside.map(({ index, signature }) => [index, signature]),
    [[0, null]],
  );
});

test("a transaction set aside can be read again from its bytes", () => {
  const group = withData(loggedEvent({ spent: [plainAccount.hash] }), cut);
  const { setAside } = decodeGroup(group);
  const entry: unknown = JSON.parse(Buffer.from(setAside[0]!.bytes).toString());
  const again = rawJsonTransaction(entry).read();
  assert.deepEqual(again.signature, setAside[0]!.signature);
  assert.deepEqual(again.groups[0]!.length, group.length);
});

test("a transaction event that does not decode is set aside", () => {
  assertSetAside(decodeGroup(withData(loggedEvent({}), cut)), /past the end/);
});

test("a tree event that does not decode is ignored, as the reference does", () => {
  const group = withData(
    treeEvent({ kind: "nullifier", tree: key, leafIndexes: [], seq: 0n }),
    cut,
  );
  const update = decodeGroup(group);
  assert.deepEqual(update.setAside, []);
  assert.equal(update.others.length, 1);
});

test("a changelog event is set aside", () => {
  const group = treeEvent({ kind: "changelog", tree: key });
  assertSetAside(decodeGroup(group), /changelog/);
});

test("queue insertions that do not decode are set aside", () => {
  const group = withData(queueEvent({ spent: [plainAccount.hash] }), cut);
  assertSetAside(decodeGroup(group), /past the end/);
});

test("queue insertions that do not decode do not hide logged events", () => {
  const broken = withData(queueEvent({}), cut);
  const noop = instruction(
    NOOP,
    3,
    treeEvent({ kind: "nullifier", tree: key, leafIndexes: [], seq: 0n })[1],
  );
  const group = [...broken, instruction(ACCOUNT_COMPRESSION, 2), noop];
  assert.equal(decodeGroup(group).transactions.length, 1);
});

test("a system instruction with too few accounts is set aside", () => {
  const [system, ...rest] = queueEvent({});
  const short = { ...system!, accounts: system!.accounts.slice(0, 8) };
  assertSetAside(decodeGroup([short, ...rest]), /too few accounts/);
});

test("an output that names a missing key is set aside", () => {
  const [system, ...rest] = queueEvent({ created: [plainAccount] });
  const short = { ...system!, accounts: system!.accounts.slice(0, 9) };
  assertSetAside(decodeGroup([short, ...rest]), /key 0 of 0/);
});

test("an account in a V1 tree without a sequence number is set aside", () => {
  // The event takes it for an account of a V2 tree, so it writes no sequence number.
  const account = { ...plainAccount, queue: v1Tree.tree };
  const group = loggedEvent({ created: [account] });
  assertSetAside(decodeGroup(group), /no sequence number/);
});

test("sequence numbers and queue indexes that overflow a u64 are set aside", () => {
  const last = 2n ** 64n - 1n;
  const inV1 = [0, 1].map((nth) =>
    makeAccount(
      { owner: key },
      { tree: v1Tree, leafIndex: nth, seq: last + BigInt(nth) },
    ),
  );
  const nullifiers = inV1.map(({ hash }, nth) => ({
    hash,
    transactionHash: hash,
    tree: v2Tree.tree,
    queueIndex: last + BigInt(nth),
  }));
  const spent = inV1.map(({ hash }) => hash);
  const one = { created: inV1.slice(0, 1) };
  assert.equal(decodeGroup(loggedEvent(one)).transactions.length, 1);
  for (const group of [
    loggedEvent({ created: inV1 }),
    queueEvent({ spent, nullifiers }),
  ])
    assertSetAside(decodeGroup(group), /past a u64/);
});

test("an account in an address tree is set aside", () => {
  const account = { ...plainAccount, queue: addressTree.tree };
  const group = queueEvent({ created: [account] });
  assertSetAside(decodeGroup(group), /not a state tree/);
});

test("token data with an unknown state is set aside", () => {
  const data = Buffer.from(tokenAccount.data!.data);
  data[73] = 2;
  const account = { ...tokenAccount, data: { ...tokenAccount.data!, data } };
  const group = queueEvent({ created: [account] });
  assertSetAside(decodeGroup(group), /2 is not a token account state/);
});

const wrong = asHash(new Uint8Array(32).fill(1));
const tooLarge = asHash(new Uint8Array(32).fill(255));

/** Gives the account another data hash and the matching account hash. */
function withDataHash(account: Account, dataHash: Uint8Array): Account {
  const data = { ...account.data!, dataHash: asHash(dataHash) };
  const place = { tree: v2Tree, leafIndex: account.leafIndex };
  return makeAccount({ owner: account.owner, data }, place);
}

test("a wrong account hash is found with verification only", () => {
  const group = queueEvent({ created: [{ ...plainAccount, hash: wrong }] });
  assertSetAside(decodeGroup(group, true), /the account hash of account/);
  assert.equal(decodeGroup(group, false).transactions.length, 1);
});

test("a wrong token data hash is found with verification", () => {
  const account = withDataHash(tokenAccount, wrong);
  const group = queueEvent({ created: [account] });
  assertSetAside(decodeGroup(group, true), /the data hash of account/);
  assert.equal(decodeGroup(group, false).transactions.length, 1);
});

test("the data hash of a V3 token account is the hash of its bytes", () => {
  const place = { tree: v2Tree, leafIndex: 1 };
  const account = makeTokenAccount({ version: "V3", token }, place);
  const good = queueEvent({ created: [account] });
  const bad = queueEvent({ created: [withDataHash(account, wrong)] });
  assert.equal(decodeGroup(good, true).transactions.length, 1);
  assertSetAside(decodeGroup(bad, true), /the data hash of account/);
});

test("a data hash outside the field is set aside with verification", () => {
  const data = { ...tokenAccount.data!, dataHash: tooLarge };
  const group = queueEvent({ created: [{ ...tokenAccount, data }] });
  assertSetAside(decodeGroup(group, true), /field element/);
});

test("one bad account sets its whole transaction aside, but no other", () => {
  const bad = { ...plainAccount, hash: wrong, leafIndex: 2 };
  const entries = [
    { created: [plainAccount] },
    { created: [plainAccount, bad] },
    {},
  ].map((change) =>
    encodeTransaction({ signature, groups: [queueEvent(change)] }),
  );
  const update = decodeEntries(entries, true);
  assert.equal(update.transactions.length, 2);
  assert.deepEqual(
    update.setAside.map(({ index }) => index),
    [1],
  );
});

test("transactions set aside stay in block order, regardless of the stage that failed", () => {
  const late = queueEvent({ created: [{ ...plainAccount, hash: wrong }] });
  const early = withData(loggedEvent({}), cut);
  const entries = [late, early, late].map((group) =>
    encodeTransaction({ signature, groups: [group] }),
  );
  const { setAside } = decodeEntries(entries, true);
  assert.deepEqual(
    setAside.map(({ index }) => index),
    [0, 1, 2],
  );
});
