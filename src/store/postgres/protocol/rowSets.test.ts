import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { withDatabase } from "../../../../test/postgres/databases.ts";
import type { Connection, Row } from "../../connection.ts";
import { connectForUpkeep } from "../open.ts";
import { holders, quarantine } from "../../schema/tables.ts";

// Of the larger sizes, rows are sent before the end.
const SIZES = [1, 2000, 20_000];

function rowsOf(size: number, item: string): Row[] {
  return Array.from({ length: size }, (_, i) => {
    const key = createHash("sha256")
      .update(String(i % 7))
      .digest();
    const position = createHash("sha512").update(String(i)).digest();
    return [key, position, `${item} ${i}`];
  });
}

function withConnection(
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  return withDatabase(async (url) => {
    const connection = connectForUpkeep(url);
    await work(connection);
    await connection.close();
  });
}

const items = (rows: readonly Row[]) =>
  rows.map((row) => String(row[2])).sort();

for (const size of SIZES) {
  test(`${size} rows at a time are written, replaced, found and removed in one transaction`, () =>
    withConnection(async (connection) => {
      const first = rowsOf(size, "first");
      const second = rowsOf(size, "second");
      const gone = second.slice(0, Math.ceil(size * 0.6));
      await connection.transaction(async () => {
        await connection.upsertMany(holders, first);
        await connection.upsertMany(holders, second);
        const found = await connection.findMany(holders, second);
        assert.deepEqual(items(found), items(second));
        await connection.deleteMany(holders, gone);
        await connection.upsertMany(quarantine, [
          [1, 2, null, "beside", Buffer.of(3)],
        ]);
      });
      const left = await connection.findMany(holders, first);
      assert.deepEqual(items(left), items(second.slice(gone.length)));
    }));
}

test("rows to insert that exist already are replaced", () =>
  withConnection(async (connection) => {
    const first = rowsOf(30, "first");
    const second = rowsOf(40, "second");
    await connection.insertMany(holders, first);
    let times = 0;
    await connection.transaction(async () => {
      times += 1;
      await connection.deleteMany(holders, first.slice(0, 10));
      await connection.insertMany(holders, second);
    });
    assert.equal(times, 2);
    const found = await connection.findMany(holders, second);
    assert.deepEqual(items(found), items(second));
  }));

test("rows that cannot be written roll back the whole transaction, and the connection stays usable", () =>
  withConnection(async (connection) => {
    const rows = rowsOf(3, "kept out");
    await assert.rejects(
      connection.transaction(async () => {
        await connection.upsertMany(holders, rows);
        await connection.upsertMany(holders, [
          [Buffer.of(1), null, "no position"],
        ]);
      }),
      /null value in column "position"/,
    );
    assert.deepEqual(await connection.findMany(holders, rows), []);
    await connection.upsertMany(holders, rows);
    assert.equal((await connection.findMany(holders, rows)).length, 3);
  }));

/** Rows that are written although their transaction has already failed. */
const BEHIND = rowsOf(3, "behind");

test("if a read fails that rows were sent behind, its failure is thrown and nothing is written", () =>
  withConnection(async (connection) => {
    const failing = connection.transaction(async () => {
      const read = connection.all("select 1 / 0", []);
      await connection.upsertMany(holders, BEHIND);
      await read;
    });
    await assert.rejects(failing, /division by zero/);
    assert.deepEqual(await connection.findMany(holders, BEHIND), []);
  }));

test("a transaction whose caller overlooks a failure does not seem to be committed", () =>
  withConnection(async (connection) => {
    const failing = connection.transaction(async () => {
      await connection.upsertMany(holders, BEHIND);
      await Promise.allSettled([connection.all("select 1 / 0", [])]);
    });
    await assert.rejects(failing, /division by zero/);
    assert.deepEqual(await connection.findMany(holders, BEHIND), []);
  }));

test("after the wait for another transaction was ended, the next one begins anew", () =>
  withDatabase(async (url) => {
    const [first, second] = [connectForUpkeep(url), connectForUpkeep(url)];
    await second.run("set lock_timeout = 50");
    await first.transaction(async () => {
      const waiting = second.upsertMany(holders, BEHIND) as Promise<void>;
      await assert.rejects(waiting, /lock timeout/);
    });
    await second.upsertMany(holders, BEHIND);
    assert.equal((await first.findMany(holders, BEHIND)).length, 3);
    await Promise.all([first.close(), second.close()]);
  }));

test("closing does not wait for a statement that the server does not answer", () =>
  withDatabase(async (url) => {
    const [first, second] = [connectForUpkeep(url), connectForUpkeep(url)];
    await second.run("select 1");
    await first.transaction(async () => {
      const waiting = second.upsertMany(holders, BEHIND) as Promise<void>;
      const failed = assert.rejects(waiting, /Connection terminated/);
      await sleep(20); // the statement was sent
      await second.close();
      await failed;
    });
    await first.close();
  }));

test("a transaction whose statements the server has forgotten is done once more", () =>
  withConnection(async (connection) => {
    let times = 0;
    const write = () =>
      connection.transaction(async () => {
        times += 1;
        assert.deepEqual(await connection.all("select 1", []), [[1]]);
        assert.deepEqual(await connection.all("select 2", []), [[2]]);
        await connection.upsertMany(holders, BEHIND);
      });
    await write();
    await connection.run("deallocate all");
    await write();
    assert.equal(times, 3);
  }));
