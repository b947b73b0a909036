import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { waitFor } from "../waitFor.ts";
import type { Connection } from "../../src/store/connection.ts";
import { isTransient, sqliteCode } from "../../src/store/errors.ts";
import { migrate } from "../../src/store/schema/migrate.ts";
import { migrations } from "../../src/store/schema/migrations/index.ts";
import { openStore, sqlitePath } from "../../src/store/open.ts";
import type { Reader } from "../../src/store/reader.ts";
import { openSqliteForWriting } from "../../src/store/sqlite/open.ts";
import { openSqliteReader } from "../../src/store/sqlite/reader.ts";
import { createWriter, type Writer } from "../../src/store/writer.ts";
import { makeHistory } from "../model/history.ts";
import { assertSameRows, dump } from "./dump.ts";
import { withStore, withStorePath } from "./withStore.ts";

const { updates } = makeHistory({
  seed: 5,
  blocks: 60,
  transactionsPerBlock: 12,
});

interface Opened {
  readonly connection: Connection;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly path: string;
}

/** A store whose connection can be tampered with. */
function withConnection(
  work: (opened: Opened) => Promise<void>,
  busyMs?: number,
) {
  return withStorePath(async (url) => {
    const path = sqlitePath(url);
    const connection = openSqliteForWriting(path, "writer", { busyMs });
    await migrate(connection, migrations);
    const reader = openSqliteReader(path);
    try {
      await work({
        connection,
        writer: createWriter(connection),
        reader,
        path,
      });
    } finally {
      await reader.close();
      await connection.close();
    }
  });
}

async function assertGoesOn(writer: Writer, reader: Reader): Promise<void> {
  for (const update of updates) await writer.apply([update]);
  while (await writer.makeRunningBalances());
  await withStore(async (clean) => {
    await clean.writer.apply(updates);
    await assertSameRows(reader, clean.reader);
  });
}

/** What the fault is, how it comes and how it goes. */
const faults: Record<string, { code: number; on: string; off: string }> = {
  "a full disk": {
    code: 13,
    on: "pragma max_page_count = 1", // SQLite takes the present size for the least
    off: "pragma max_page_count = 1073741823",
  },
  "a disk that turned read-only": {
    code: 8,
    on: "pragma query_only = on",
    off: "pragma query_only = off",
  },
};

for (const [what, { code, on, off }] of Object.entries(faults)) {
  test(`${what} leaves nothing half written, and indexing continues afterwards`, () =>
    withConnection(async ({ connection, writer, reader }) => {
      await writer.apply(updates.slice(0, 5));
      await connection.run(on);
      const failure = async () => {
        for (const update of updates.slice(5)) {
          const before = await dump(reader);
          await writer.apply([update]).catch(async (error: unknown) => {
            assert.deepEqual(await dump(reader), before);
            throw error;
          });
        }
      };
      await assert.rejects(failure, (error) => {
        assert.equal(sqliteCode(error), code);
        return isTransient(error);
      });
      await connection.run(off);
      await assertGoesOn(writer, reader);
    }));
}

test("a failure of any single step of a write, an undo or a backfill leaves nothing half written", () =>
  withConnection(async ({ connection, writer, reader }) => {
    await writer.apply(updates.slice(20, 40));
    const slots = { first: 101, last: updates[20]!.block.parentSlot };
    const past = updates.slice(0, 20);
    const attempts: ((writer: Writer) => Promise<void>)[] = [
      (w) => w.apply(updates.slice(40, 42)),
      (w) => w.undoAfter(updates[30]!.block.slot),
      (w) => w.backfill(past, slots),
    ];
    const before = await dump(reader);
    for (const attempt of attempts) {
      let steps = 0;
      for (let failing = 0; ; failing++) {
        steps = 0;
        const step = () => {
          if (steps++ === failing) throw new Error("EIO");
        };
        const faulty = createWriter(failingAt(connection, step));
        const error = await attempt(faulty).catch((e: unknown) => e as Error);
        if (!error) break;
        assert.equal(error.message, "EIO");
        assert.deepEqual(await dump(reader), before);
      }
      assert.ok(steps > 5, `${steps} steps`);
      // Take back what the attempt that was let through did.
      if (attempt === attempts[0])
        await writer.undoAfter(updates[39]!.block.slot);
      if (attempt === attempts[1]) await writer.apply(updates.slice(31, 40));
    }
    await assertGoesOn(writer, reader);
  }));

function failingAt(connection: Connection, step: () => void): Connection {
  return {
    ...connection,
    all: (...args) => (step(), connection.all(...args)),
    run: (...args) => (step(), connection.run(...args)),
    findMany: (...args) => (step(), connection.findMany(...args)),
    upsertMany: (...args) => (step(), connection.upsertMany(...args)),
    deleteMany: (...args) => (step(), connection.deleteMany(...args)),
  };
}

test("while another process holds the lock, writing waits and reading continues", () =>
  withConnection(async ({ writer, reader, path }) => {
    await writer.apply(updates.slice(0, 3));
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    let turns = 0;
    const turning = setInterval(() => turns++, 5);
    turning.unref();
    const writing = writer.apply(updates.slice(3, 4));
    // The thread has to be free for its timer, and for this wait.
    await waitFor(
      "the thread to be free",
      () => turns,
      (seen) => seen > 5,
    );
    other.exec("commit");
    other.close();
    clearInterval(turning);
    await writing;
    await assertGoesOn(writer, reader);
  }));

test("a lock that outlasts the wait fails every kind of write, leaves nothing half written, and indexing continues afterwards", () =>
  withConnection(async ({ writer, reader, path }) => {
    await writer.apply(updates.slice(20, 40));
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    const before = await dump(reader);
    const past = { first: 101, last: updates[20]!.block.parentSlot };
    for (const write of [
      () => writer.apply(updates.slice(40, 42)),
      () => writer.undoAfter(updates[30]!.block.slot),
      () => writer.backfill(updates.slice(0, 20), past),
      () => writer.bindChain("genesis:other"),
    ]) {
      await assert.rejects(write, (error) => {
        assert.equal(sqliteCode(error), 5);
        return isTransient(error);
      });
      assert.deepEqual(await dump(reader), before);
    }
    other.exec("rollback");
    other.close();
    await writer.backfill(updates.slice(0, 20), past);
    await assertGoesOn(writer, reader);
  }, 30));

test("a disk that fails while a process writes (a limit on file size) leaves whole blocks only", () =>
  withStorePath(async (url) => {
    const child = new URL("./writeUntilItFails.ts", import.meta.url).pathname;
    // Ignored, the signal becomes an error of the write; the limit is in units of 1024 bytes.
    const shell = `trap '' XFSZ; ulimit -f 700; exec "${process.execPath}" "${child}" "${url}"`;
    const writing = spawn("bash", ["-c", shell], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = await Promise.all([
      text(writing.stdout),
      once(writing, "exit"),
    ]);
    assert.match(said, /^failed with (10|13) at block \d+\n$/);
    const store = await openStore(url, { write: true });
    const at = (await store.writer!.head())!.slot;
    await withStore(async (clean) => {
      await clean.writer.apply(updates.filter(({ block }) => block.slot <= at));
      await assertSameRows(store.reader, clean.reader);
    });
    await assertGoesOn(store.writer!, store.reader);
    await store.close();
  }));
