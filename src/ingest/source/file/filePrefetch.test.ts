import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderFor } from "../../../../test/cli/liveService.ts";
import { makeAccount } from "../../../../test/encoder/accounts.ts";
import { encodeBlock, headerOf } from "../../../../test/encoder/block.ts";
import { transfer } from "../../../../test/encoder/groups.ts";
import { loggedEvent } from "../../../../test/encoder/loggedEvents.ts";
import { plain } from "../../../../test/encoder/plain.ts";
import {
  chainNames,
  readChain,
  recordedTreeBook,
} from "../../../../test/encoder/recorded.ts";
import { TreeType } from "../../../domain/tree.ts";
import type { StateUpdate } from "../../../domain/update.ts";
import { asAddress, asSignature } from "../../../domain/values.ts";
import { TreeLookup } from "../../lookup.ts";
import { readUpdates } from "../../run.ts";
import { builtInTrees } from "../../trees/builtInTrees.ts";
import { openFileSource } from "./source.ts";
import { waitFor } from "../../../../test/waitFor.ts";

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

const emptyBlock = (slot: number) =>
  encodeBlock({ ...headerOf(slot), transactions: [] });

async function chainOf(t: TestContext, lines: unknown[]): Promise<string> {
  const path = join(await folderFor(t), "chain.jsonl");
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
  test(`a thread finds the same in ${name} as the main thread`, async () => {
    const updates = await assertSameInThread(
      `fixtures/chains/${name}.jsonl.gz`,
    );
    assert.equal(updates.length, readChain(name).length);
  });
}

test("the same transactions are set aside in a thread, whichever step fails", async (t) => {
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

async function failureOf(path: string, threadFrom: number): Promise<string> {
  const error: unknown = await updatesOf(path, threadFrom).catch(
    (error: unknown) => error,
  );
  assert.ok(error instanceof Error, "it should have failed");
  return `${error.name}: ${error.message}`;
}

test("a truncated recording is reported in the same words from a thread", async (t) => {
  const whole = readFileSync("fixtures/chains/programs-400.jsonl.gz");
  const path = join(await folderFor(t), "cut.jsonl.gz");
  writeFileSync(path, whole.subarray(0, whole.length - 2_000));
  const here = await failureOf(path, Infinity);
  assert.match(here, /cut\.jsonl\.gz/);
  assert.equal(await failureOf(path, 0), here);
});

test("a file that can no longer be opened ends the reading with the reason", async (t) => {
  const path = await chainOf(t, [{ slot: 1, block: emptyBlock(1) }]);
  const source = await openFileSource(path, { threadFrom: 0 });
  rmSync(path);
  await assert.rejects(Array.fromAsync(source.blocks(-1, never)), /ENOENT/);
});

/** Bytes this process has read from files, by all its threads. */
function bytesRead(): number {
  return Number(/rchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"))![1]);
}

test("a thread reads 32 MB ahead and no further", async (t) => {
  const padding = "x".repeat(4 << 20);
  const slots = Array.from({ length: 24 }, (_, i) => i + 1);
  const path = await chainOf(
    t,
    slots.map((slot) => ({ slot, block: emptyBlock(slot), padding })),
  );
  const source = await openFileSource(path, { threadFrom: 0 });
  const before = bytesRead();
  const seen: number[] = [];
  for await (const { slot } of source.blocks(-1, never)) {
    if (seen.length === 0) {
      const read = () => (bytesRead() - before) / (1 << 20);
      await waitFor("the thread to read 30 MB", read, (mb) => mb >= 30);
      // It has to have had the time to read more. Looking reads a few bytes, too.
      let last = 0;
      await waitFor(
        "the thread to read no more",
        () => {
          const more = read() - last;
          last += more;
          return more;
        },
        (more) => more < 0.1,
        { everyMs: 500 },
      );
      assert.ok(read() < 50, `${read()} MB were read`);
    }
    seen.push(slot);
  }
  assert.deepEqual(seen, slots);
});
