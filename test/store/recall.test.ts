import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import {
  openForUpkeep,
  openStore,
  sqlitePath,
  type Store,
} from "../../src/store/open.ts";
import { KEPT } from "../../src/store/recall/touchedLog.ts";
import { tokensByOwner } from "../../src/store/tables.ts";
import { makeHistory } from "../model/history.ts";
import { type Ask, askStore, everyList } from "../model/lists.ts";
import { Model } from "../model/model.ts";
import {
  withOpened,
  withStore,
  withStorePath,
  type OpenedStore,
} from "./withStore.ts";

const { history, updates } = makeHistory({
  ...{ seed: 3, blocks: 40, transactionsPerBlock: 2, keys: 4 },
});

/** Every page of every list at several sizes, as the last block leaves them. */
const bodies = await withStore(async ({ writer, reader }) => {
  await writer.apply(updates);
  const ask = askStore(reader);
  const found: string[] = [];
  for (const { method, params } of everyList(history, Model.of(updates)))
    for (const limit of [1, 3, 1000]) {
      let cursor: string | null = null;
      do {
        const asked = { ...params, limit, cursor };
        found.push(
          JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: asked }),
        );
        const answer = JSON.parse(await ask(found.at(-1)!)) as Answer;
        cursor = answer.result.value.cursor;
      } while (cursor);
    }
  return found;
});

interface Answer {
  result: { value: { cursor: string | null } };
}

type Step = number | "write" | "undo" | "turn";

/** What happens next: somebody asks one of a few questions, a block is written or undone, or a turn passes. */
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.nat(7) },
  {
    weight: 3,
    arbitrary: fc.constantFrom("write", "write", "undo", "turn" as const),
  },
);
const some = fc.array(fc.constantFrom(...bodies), {
  ...{ minLength: 8, maxLength: 8 },
});

test("a page from memory is the page that would be read, whatever was written or undone between", async () => {
  await fc.assert(
    fc.asyncProperty(
      some,
      fc.array(step, { minLength: 20, maxLength: 200 }),
      (asked, steps) =>
        withStorePath((url) =>
          withOpened(url, (store) => compare(store, asked, steps)),
        ),
    ),
    { numRuns: 60 },
  );
});

async function compare(
  store: OpenedStore,
  asked: readonly string[],
  steps: readonly Step[],
): Promise<void> {
  const recalls = await openStore(store.url, { write: false });
  const reads = await openStore(store.url, { write: false, recallMib: 0 });
  const asks = [recalls, reads].map(({ reader }: Store) => askStore(reader));
  let written = updates.length / 2;
  await store.writer.apply(updates.slice(0, written));
  try {
    for (const step of steps) {
      if (step === "turn") await nextTurn();
      else if (step === "write" && written < updates.length)
        await store.writer.apply([updates[written++]!]);
      else if (step === "undo" && written > 1)
        await store.writer.undoAfter(updates[--written - 1]!.block.slot);
      else if (typeof step === "number") await assertSame(asks, asked[step]!);
    }
  } finally {
    await recalls.close();
    await reads.close();
  }
}

async function assertSame(asks: readonly Ask[], body: string): Promise<void> {
  const [recalled, read] = await Promise.all(asks.map((ask) => ask(body)));
  assert.equal(recalled, read);
}

/** Blocks about other keys, after those. */
const others = makeHistory({
  ...{ seed: 4, blocks: 2 * KEPT, transactionsPerBlock: 1 },
  firstSlot: updates.at(-1)!.block.slot,
}).updates;

/** Whether an owner's page is still in memory after some calls of the writer. */
function isKeptOver(
  write: (store: OpenedStore) => Promise<void>,
): Promise<boolean> {
  return withStore(async (store) => {
    await store.writer.apply(updates);
    const ask = askStore(store.reader);
    const owner = encodeBase58(history.keys[0]!);
    const body = JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "getCompressedTokenAccountsByOwner" },
      params: { owner, limit: 2 },
    });
    for (let i = 0; i < 3; i++) await ask(body);
    const before = store.reader.recalls!();
    assert.equal(before, 1);
    await nextTurn();
    await write(store);
    const { slot } = (await store.writer.head())!;
    assert.match(await ask(body), new RegExp(`"slot":${slot}\\b`));
    return store.reader.recalls!() > before;
  });
}

test("a page stays in memory while blocks change other rows, and says the slot of the newest", async () => {
  const one = others[0]!;
  const kept = await isKeptOver(({ writer }) => writer.apply([one]));
  assert.equal(kept, true);
});

test("so it does over as many blocks as are remembered, written one by one, and not over one more", async () => {
  const over = (count: number) =>
    isKeptOver(async ({ writer }) => {
      for (const block of others.slice(0, count)) await writer.apply([block]);
    });
  assert.deepEqual([await over(KEPT), await over(KEPT + 1)], [true, false]);
});

test("it is forgotten when one of its rows changes", async () => {
  const { slot } = updates.at(-1)!.block;
  const undone = await isKeptOver(({ writer }) =>
    writer.undoAfter(slot - updates.length + 1),
  );
  assert.equal(undone, false);
});

/** Of somebody who is not asked about. */
const manyRows = Array.from({ length: 20_000 }, (_, i) => {
  const position = Buffer.alloc(64);
  position.writeUInt32BE(i);
  return [new Uint8Array(32), position, "{}"];
});

test("a transaction that changes more than can be told forgets everything", async () => {
  const over = (count: number) =>
    isKeptOver(async ({ url }) => {
      const upkeep = await openForUpkeep(url);
      await upkeep.transaction(() =>
        upkeep.upsertMany(tokensByOwner, manyRows.slice(0, count)),
      );
      await upkeep.close();
    });
  assert.deepEqual([await over(10_000), await over(20_000)], [true, false]);
});

/** Changes the store as only others than this program would. */
function runElsewhere(sql: string) {
  return ({ url }: OpenedStore): Promise<void> => {
    const db = new DatabaseSync(sqlitePath(url));
    db.exec(sql);
    db.close();
    return Promise.resolve();
  };
}

test("blocks of an older version, which does not tell what it changes, forget everything", async () => {
  const isKept = (change: string) => isKeptOver(runElsewhere(change));
  const head = "slot = (select max(slot) from blocks)";
  assert.deepEqual(
    [
      await isKept(`update blocks set blockhash = 'fork' where ${head}`),
      await isKept("update ranges set first_slot = first_slot - 1"),
    ],
    [false, false],
  );
});

test("a page stays in memory when the engine begins its log anew", async () => {
  const empty = runElsewhere("pragma wal_checkpoint(truncate)");
  assert.equal(await isKeptOver(empty), true);
});
