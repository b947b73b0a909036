import assert from "node:assert/strict";
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
import { readHead } from "../../src/store/write/head.ts";
import type { Connection, Row } from "../../src/store/connection.ts";
import type { Reader } from "../../src/store/reader.ts";
import { KEPT_ENTRIES } from "../../src/store/pageCache/invalidationLog.ts";
import { tokensByOwner } from "../../src/store/schema/tables.ts";
import { appendEntry, EntryKind } from "../../src/store/changeLog/append.ts";
import { Changes } from "../../src/store/write/changes.ts";
import { makeHistory } from "../model/history.ts";
import { type Ask, askStore, everyList } from "../model/lists.ts";
import { Model } from "../model/model.ts";
import {
  tamper,
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

type Step = number | keyof typeof DEEDS;

/** What may happen between two questions. */
const DEEDS = {
  tickSnapshot: () => nextTurn(),
  write: (chain: Chain) => chain.write(1),
  writeThree: (chain: Chain) => chain.write(3),
  undo: (chain: Chain) => chain.undo(),
  fail: ({ store }: Chain) => failToWrite(store),
  emptyLog: ({ store }: Chain) =>
    runElsewhere("pragma wal_checkpoint(truncate)")(store),
};

/** Sends one of a few requests, or changes the store. */
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.nat(7) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...(Object.keys(DEEDS) as (keyof typeof DEEDS)[]),
    ),
  },
);
const some = fc.array(fc.constantFrom(...bodies), {
  ...{ minLength: 8, maxLength: 8 },
});

test("a cached page equals the page that would be read, whatever is written or undone in between", async () => {
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

/** The blocks of the history, written and undone again. */
class Chain {
  readonly store: OpenedStore;
  #written = 0;

  constructor(store: OpenedStore) {
    this.store = store;
  }

  async write(count: number): Promise<void> {
    const next = updates.slice(this.#written, this.#written + count);
    await this.store.writer.apply(next);
    this.#written += next.length;
  }

  async undo(): Promise<void> {
    if (this.#written < 2) return;
    this.#written -= 1;
    await this.store.writer.undoAfter(updates[this.#written - 1]!.block.slot);
  }
}

function failToWrite({ url }: OpenedStore): Promise<void> {
  return withUpkeep(url, async (upkeep) => {
    const failing = upkeep.transaction(async () => {
      const keys = history.keys.map((key) => [key, new Uint8Array(64)]);
      await upkeep.deleteMany(tokensByOwner, keys);
      throw new Error("not this time");
    });
    await assert.rejects(failing, /not this time/);
  });
}

async function withUpkeep(
  url: string,
  work: (upkeep: Connection) => Promise<void>,
): Promise<void> {
  const upkeep = await openForUpkeep(url);
  try {
    await work(upkeep);
  } finally {
    await upkeep.close();
  }
}

async function compare(
  store: OpenedStore,
  asked: readonly string[],
  steps: readonly Step[],
): Promise<void> {
  const cached = await openStore(store.url, { write: false });
  const reads = await openStore(store.url, { write: false, pageCacheMib: 0 });
  const asks = [cached, reads].map(({ reader }: Store) => askStore(reader));
  const chain = new Chain(store);
  await chain.write(updates.length / 2);
  try {
    for (const step of steps) {
      if (typeof step === "number") await assertSame(asks, asked[step]!);
      else await DEEDS[step](chain);
    }
  } finally {
    await cached.close();
    await reads.close();
  }
}

async function assertSame(asks: readonly Ask[], body: string): Promise<void> {
  const [recalled, read] = await Promise.all(asks.map((ask) => ask(body)));
  assert.equal(recalled, read);
}

/** A block about other keys, after those. */
const others = makeHistory({
  ...{ seed: 4, blocks: 1, transactionsPerBlock: 1 },
  firstSlot: updates.at(-1)!.block.slot,
}).updates;

const aPage = JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "getCompressedTokenAccountsByOwner" },
  params: { owner: encodeBase58(history.keys[0]!), limit: 2 },
});

/** Whether a page is still cached after a write. */
async function isKeptBy(
  reader: Reader,
  write: () => Promise<void>,
): Promise<boolean> {
  const ask = askStore(reader);
  for (let i = 0; i < 3; i++) await ask(aPage);
  assert.equal(reader.pageCacheHits!(), 1);
  await nextTurn();
  await write();
  const { slot } = (await readHead(reader))!;
  assert.match(await ask(aPage), new RegExp(`"slot":${slot}\\b`));
  return reader.pageCacheHits!() > 1;
}

function isKeptOver(
  write: (store: OpenedStore) => Promise<void>,
): Promise<boolean> {
  return withStore(async (store) => {
    await store.writer.apply(updates);
    return isKeptBy(store.reader, () => write(store));
  });
}

test("a page stays cached while blocks change other rows, and shows the newest slot", async () => {
  const kept = await isKeptOver(({ writer }) => writer.apply(others));
  assert.equal(kept, true);
});

test("a page stays cached over as many transactions as the log holds, and not over one more", async () => {
  const over = (count: number) =>
    isKeptOver(({ url }) =>
      withUpkeep(url, async (upkeep) => {
        for (const row of manyRows.slice(0, count))
          await writeRows(upkeep, [row]);
      }),
    );
  assert.deepEqual(
    [await over(KEPT_ENTRIES), await over(KEPT_ENTRIES + 1)],
    [true, false],
  );
});

test("a page is dropped when one of its rows changes", async () => {
  const { slot } = updates.at(-1)!.block;
  const undone = await isKeptOver(({ writer }) =>
    writer.undoAfter(slot - updates.length + 1),
  );
  assert.equal(undone, false);
});

/** Of an owner that is not requested. */
const manyRows = Array.from({ length: 20_000 }, (_, i) => {
  const position = Buffer.alloc(64);
  position.writeUInt32BE(i);
  return [new Uint8Array(32), position, "{}"];
});

test("a transaction with too many changes for the log drops all pages", async () => {
  const over = (count: number) =>
    isKeptOver(({ url }) =>
      withUpkeep(url, (upkeep) => writeRows(upkeep, manyRows.slice(0, count))),
    );
  assert.deepEqual([await over(10_000), await over(20_000)], [true, false]);
});

/** As a transaction that changes lists. */
function writeRows(upkeep: Connection, rows: readonly Row[]): Promise<void> {
  return upkeep.transaction(async () => {
    const changes = new Changes();
    for (const row of rows) changes.put(tokensByOwner, row);
    await changes.writeTo(upkeep);
    const head = await readHead(upkeep);
    const kind = EntryKind.Written;
    const { listRows, texts } = changes;
    await appendEntry(upkeep, { kind, head, rows: listRows, texts });
  });
}

function runElsewhere(sql: string) {
  return ({ url }: OpenedStore): Promise<void> => {
    tamper(sqlitePath(url), sql);
    return Promise.resolve();
  };
}

test("a write by an older version, which keeps no log, drops all pages", () =>
  withStore(async (store) => {
    await store.writer.apply(updates);
    await runElsewhere("drop table list_changes")(store);
    const opened = await openStore(store.url, { write: false });
    const block = "update blocks set block_time = 1";
    const kept = await isKeptBy(opened.reader, () =>
      runElsewhere(block)(store),
    );
    assert.equal(kept, false);
    await opened.close();
  }));

test("a page stays cached when SQLite restarts its write-ahead log", async () => {
  const empty = runElsewhere("pragma wal_checkpoint(truncate)");
  assert.equal(await isKeptOver(empty), true);
});
