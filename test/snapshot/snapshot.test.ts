import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { openStore, sqlitePath } from "../../src/store/open.ts";
import { StoreError } from "../../src/store/errors.ts";
import { createSnapshot } from "../../src/store/snapshot/create.ts";
import { restoreSnapshot } from "../../src/store/snapshot/restore.ts";
import { makeHistory } from "../model/history.ts";
import { assertSameRows } from "../store/dump.ts";
import { type OpenedStore, withStore } from "../store/withStore.ts";

const shape = { seed: 11, blocks: 40, transactionsPerBlock: 6 };

/** A store with a history in it, a snapshot of it, and where another store could be. */
function withSnapshot(
  work: (parts: {
    store: OpenedStore;
    file: string;
    elsewhere: string;
    folder: string;
  }) => Promise<void>,
) {
  return withStore(async (store) => {
    const { updates } = makeHistory(shape);
    await store.writer.bindChain("genesis:test");
    await store.writer.apply(updates);
    const folder = dirname(sqlitePath(store.url));
    const file = join(folder, "snap.tachyon");
    await createSnapshot(sqlitePath(store.url), file);
    await work({
      store,
      file,
      elsewhere: join(folder, "new", "it.db"),
      folder,
    });
  });
}

test("a restored snapshot has every row, and indexing continues from it", () =>
  withSnapshot(async ({ store, file, elsewhere }) => {
    const header = await restoreSnapshot(file, elsewhere);
    const { updates } = makeHistory({ ...shape, blocks: 50 });
    assert.equal(header.slot, updates[39]!.block.slot);
    assert.equal(header.chain, "genesis:test");
    const again = await openStore(`sqlite://${elsewhere}`, { write: true });
    await assertSameRows(again.reader, store.reader);
    const entries = "select count(*) from list_changes";
    assert.deepEqual(await again.reader.all(entries, []), [[0]]);
    assert.notDeepEqual(await store.reader.all(entries, []), [[0]]);
    await again.writer!.undoAfter(updates[35]!.block.slot);
    await again.writer!.apply(updates.slice(36));
    await store.writer.apply(updates.slice(40));
    await assertSameRows(again.reader, store.reader);
    await again.close();
  }));

test("a snapshot taken while blocks are written is the state between two batches", () =>
  withStore(async (store) => {
    const { updates } = makeHistory({ ...shape, blocks: 120 });
    const path = sqlitePath(store.url);
    await store.writer.apply(updates.slice(0, 20));
    let next = 20;
    const done = new AbortController();
    const writing = (async () => {
      while (!done.signal.aborted && next < updates.length) {
        await store.writer.apply(updates.slice(next, next + 2));
        next += 2;
        await new Promise(setImmediate);
      }
    })();
    const { slot } = await createSnapshot(path, `${path}.snap`);
    done.abort();
    await writing;
    const restored = `${path}.restored`;
    await restoreSnapshot(`${path}.snap`, restored);
    const read = await openStore(`sqlite://${restored}`, { write: false });
    await withStore(async (clean) => {
      await clean.writer.apply(
        updates.filter(({ block }) => block.slot <= slot),
      );
      await assertSameRows(read.reader, clean.reader);
    });
    await read.close();
  }));

test("a snapshot with a lost or changed byte anywhere is refused and leaves nothing behind", () =>
  withSnapshot(async ({ file, elsewhere, folder }) => {
    const good = readFileSync(file);
    const start = good.indexOf("\n", 20) + 1;
    const broken: Record<string, Buffer> = {
      empty: Buffer.alloc(0),
      "no magic": good.subarray(1),
      "cut in the header": good.subarray(0, start - 5),
      "cut in the content": good.subarray(0, good.length - 7),
      "nothing behind the header": good.subarray(0, start),
      "another slot in the header": Buffer.from(
        good.toString("latin1").replace(/"slot":(\d)/, '"slot":9$1'),
        "latin1",
      ),
      "a newer schema": Buffer.from(
        good.toString("latin1").replace(/"schema":\d+/, '"schema":999'),
        "latin1",
      ),
    };
    for (const at of [
      start + 30,
      (start + good.length) >> 1,
      good.length - 9,
    ]) {
      const flipped = Buffer.from(good);
      flipped[at]! ^= 0x10;
      broken[`byte ${at} flipped`] = flipped;
    }
    for (const [what, bytes] of Object.entries(broken)) {
      writeFileSync(file, bytes);
      await assert.rejects(restoreSnapshot(file, elsewhere), StoreError, what);
      const left = readdirSync(folder, { recursive: true }).map(String);
      assert.deepEqual(
        left.filter((name) => name.startsWith("new/")),
        [],
        what,
      );
    }
  }));

test("an existing store is never overwritten", () =>
  withSnapshot(async ({ store, file }) => {
    const path = sqlitePath(store.url);
    const before = readFileSync(path);
    await assert.rejects(
      restoreSnapshot(file, path),
      /there is already a store/,
    );
    assert.deepEqual(readFileSync(path), before);
  }));

test("an empty store has no snapshot", () =>
  withStore(async ({ url }) => {
    const path = sqlitePath(url);
    await assert.rejects(createSnapshot(path, `${path}.snap`), /no blocks yet/);
    const left = readdirSync(dirname(path)).filter((n) => n.includes(".snap"));
    assert.deepEqual(left, []);
  }));
