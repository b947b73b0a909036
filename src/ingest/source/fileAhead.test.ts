import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { makeAccount } from "../../../test/encoder/accounts.ts";
import { encodeBlock, headerOf } from "../../../test/encoder/block.ts";
import { transfer } from "../../../test/encoder/groups.ts";
import { loggedEvent } from "../../../test/encoder/loggedEvents.ts";
import { plain } from "../../../test/encoder/plain.ts";
import {
  chainNames,
  readChain,
  recordedTreeBook,
} from "../../../test/encoder/recorded.ts";
import { TreeType } from "../../domain/tree.ts";
import type { StateUpdate } from "../../domain/update.ts";
import { asAddress, asSignature } from "../../domain/values.ts";
import { TreeLookup } from "../lookup.ts";
import { readUpdates } from "../run.ts";
import { builtInTrees } from "../trees/builtInTrees.ts";
import { openFileSource } from "./file.ts";

const never = new AbortController().signal;

async function updatesOf(
  path: string,
  threadFrom: number,
): Promise<StateUpdate[]> {
  const source = await openFileSource(path, { threadFrom });
  const book = recordedTreeBook();
  const save = () => Promise.resolve();
  const lookup = new TreeLookup({ book, accounts: null, save });
  const parts = { book, lookup, verify: false };
  const blocks = source.blocks(-1, never);
  return Array.fromAsync(readUpdates(blocks, parts, never));
}

async function chainOf(t: TestContext, lines: unknown[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tachyon-ahead-"));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, "chain.jsonl");
  writeFileSync(
    path,
    lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  return path;
}

async function assertSameInThread(path: string): Promise<StateUpdate[]> {
  const here = await updatesOf(path, Infinity);
  const ahead = await updatesOf(path, 0);
  assert.deepEqual(plain(ahead), plain(here));
  return ahead;
}

for (const name of chainNames) {
  test(`a thread finds in ${name} what is found without one`, async () => {
    const updates = await assertSameInThread(
      `fixtures/chains/${name}.jsonl.gz`,
    );
    assert.equal(updates.length, readChain(name).length);
  });
}

test("what is set aside is the same in a thread, whichever step fails", async (t) => {
  const signature = asSignature(new Uint8Array(64).fill(5));
  const tree = builtInTrees.find(({ type }) => type === TreeType.AddressV2)!;
  const owner = asAddress(new Uint8Array(32).fill(6));
  const inAddressTree = makeAccount({ owner }, { tree, leafIndex: 1 });
  const entries = [
    loggedEvent({ created: [inAddressTree] }), // decoded, but fits no state tree
    transfer(),
  ].map((group) => ({ signature, groups: [group] }));
  const whole = encodeBlock({ ...headerOf(1), transactions: entries });
  const unreadable = { transaction: ["AAAA", "base64"], meta: { err: null } };
  const broken = encodeBlock({ ...headerOf(2), transactions: entries });
  const transactions = [...broken.transactions, unreadable];
  const path = await chainOf(t, [
    { slot: 1, block: whole },
    { slot: 2, block: { ...broken, transactions } },
  ]);
  const updates = await assertSameInThread(path);
  const counts = updates.map(({ setAside }) => setAside.length);
  assert.deepEqual(counts, [1, 2]);
});

test("a block's transactions can still be read when its events were found in a thread", async () => {
  const path = "fixtures/chains/programs-400.jsonl.gz";
  const source = await openFileSource(path, { threadFrom: 0 });
  const blocks = await Array.fromAsync(source.blocks(-1, never));
  const counts = blocks.map(({ transactions }) => transactions.length);
  const recorded = readChain("programs-400");
  assert.deepEqual(
    counts,
    recorded.map(({ block }) => block.transactions.length),
  );
});
