import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Connection } from "../connection.ts";
import { openSqlite } from "./connection.ts";
import { openSqliteReader } from "./reader.ts";

async function withFile(
  work: (path: string, writer: Connection) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-turn-"));
  const path = join(folder, "store.db");
  const writer = openSqlite(path, { readOnly: false });
  try {
    await writer.run("create table numbers (n integer primary key)");
    await work(path, writer);
  } finally {
    await writer.close();
    rmSync(folder, { recursive: true });
  }
}

const COUNT = "select count(*) from numbers";

test("a tick reads one snapshot, the next tick sees later writes", () =>
  withFile(async (path, writer) => {
    const reader = openSqliteReader(path);
    const count = async (): Promise<unknown> =>
      (await reader.all(COUNT, []))[0]![0];

    assert.equal(await count(), 0);
    await writer.run("insert into numbers values (1)");
    assert.equal(await count(), 0, "the same turn, the same snapshot");
    await nextTurn();
    assert.equal(await count(), 1);
    await reader.close();
  }));

test("a failed statement does not affect later ones, in its tick and the next", () =>
  withFile(async (path) => {
    const reader = openSqliteReader(path);
    const ask = (sql: string) => async () => reader.all(sql, []);

    await assert.rejects(ask("select * from missing"));
    assert.deepEqual(await ask(COUNT)(), [[0]]);
    // Ends the transaction under the turn, as a fault of the disk may.
    assert.deepEqual(await ask("rollback")(), []);
    await nextTurn();
    assert.deepEqual(await ask(COUNT)(), [[0]]);
    await reader.close();
  }));

test("a reader closes in the middle of a tick", () =>
  withFile(async (path) => {
    const reader = openSqliteReader(path);
    await reader.all(COUNT, []);
    await reader.close();
    await nextTurn();
  }));
