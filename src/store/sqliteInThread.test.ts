import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { withStorePath } from "../../test/store/withStore.ts";
import type { Connection, Row } from "./connection.ts";
import { sqliteCode } from "./errors.ts";
import { sqlitePath } from "./open.ts";
import { openSqliteInThread } from "./sqliteInThread.ts";
import { transactions } from "./tables.ts";

function withThread(
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  return withStorePath(async (url) => {
    const options = { readOnly: false };
    const connection = await openSqliteInThread(sqlitePath(url), options);
    await connection.run(
      "create table transactions (position blob not null primary key, item text not null) without rowid",
    );
    await work(connection);
    await connection.close();
  });
}

const keyOf = (n: number): Row => {
  const key = new Uint8Array(4);
  new DataView(key.buffer).setUint32(0, n);
  return [key];
};
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => [...keyOf(i), `item ${i}`]);

async function countOf(connection: Connection): Promise<unknown> {
  return (await connection.all("select count(*) from transactions", []))[0]![0];
}

test("values come back from the thread as they were given", () =>
  withThread(async (connection) => {
    const value = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.string({ unit: "grapheme", maxLength: 40 }).filter(isStorable),
      fc.maxSafeInteger(),
      fc.constant(null),
    );
    await fc.assert(
      fc.asyncProperty(fc.tuple(value, value), async (values) => {
        const rows = await connection.all("select ?, ?", values);
        assert.deepEqual(plain(rows[0]!), plain(values));
      }),
    );
  }));

/** SQLite ends a text at its first zero byte. */
const isStorable = (text: string) =>
  text.isWellFormed() && !text.includes("\0");
const plain = (row: Row) =>
  row.map((value) => (value instanceof Uint8Array ? [...value] : value));

test("what is read in a transaction has what was written before, however much is under way", () =>
  withThread(async (connection) => {
    await connection.transaction(async () => {
      await connection.upsertMany(transactions, rowsOf(20_000));
      assert.equal(await countOf(connection), 20_000);
      await connection.deleteMany(transactions, [keyOf(7), keyOf(8)]);
      const found = await connection.findMany(transactions, [
        keyOf(7),
        keyOf(9),
      ]);
      assert.deepEqual(
        found.map(([, item]) => item),
        ["item 9"],
      );
    });
    assert.equal(await countOf(connection), 19_998);
  }));

test("a row that cannot be written takes back the transaction, also what was sent after it", () =>
  withThread(async (connection) => {
    const broken: Row = [...keyOf(300), null];
    const rows = rowsOf(3_000).with(300, broken);
    const writing = connection.transaction(() =>
      connection.upsertMany(transactions, rows),
    );
    await assert.rejects(writing, (error) => sqliteCode(error) === 19);
    assert.equal(await countOf(connection), 0);
    await connection.transaction(() =>
      connection.upsertMany(transactions, rowsOf(10)),
    );
    assert.equal(await countOf(connection), 10);
  }));

test("nothing is written after a call that failed, even when the engine has ended the transaction", () =>
  withThread(async (connection) => {
    const writing = connection.transaction(async () => {
      // As the engine does by itself when a disk fails.
      await connection.run("rollback");
      await assert.rejects(async () => connection.run("no statement"));
      await connection.upsertMany(transactions, rowsOf(10));
    });
    await assert.rejects(writing, /syntax error/);
    assert.equal(await countOf(connection), 0);
  }));

test("a file that cannot be opened is an error with the engine's code", () =>
  withStorePath(async (url) => {
    mkdirSync(sqlitePath(url));
    const opening = openSqliteInThread(sqlitePath(url), { readOnly: false });
    await assert.rejects(opening, (error) => sqliteCode(error) === 14);
  }));

test("a thread that has ended is named to whoever asks it", () =>
  withStorePath(async (url) => {
    const path = sqlitePath(url);
    const connection = await openSqliteInThread(path, { readOnly: false });
    await connection.close();
    const asking = async () => connection.all("select 1", []);
    await assert.rejects(asking, /thread that writes to the store has ended/);
  }));
