import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "./connection.ts";
import { openSqlite } from "./sqlite.ts";
import { transactions } from "./tables.ts";

const MIB = 2 ** 20;
const FILLING = "x".repeat(MIB / 4);

/** Two readers of whom one always holds a snapshot: each takes its next before the other leaves its own. */
function readAlways(path: string): () => void {
  const readers = [1, 2].map(
    () => new DatabaseSync(path, { readOnly: true, timeout: 1000 }),
  );
  let turns = 0;
  const turn = (): void => {
    const [next, last] = turns++ % 2 ? readers : [...readers].reverse();
    next!.exec("begin; select count(*) from texts");
    if (last!.isTransaction) last!.exec("commit");
  };
  turn();
  const turning = setInterval(turn, 4);
  return () => {
    clearInterval(turning);
    for (const reader of readers) reader.close();
  };
}

test("the log stays short although somebody reads from it at any time", async () => {
  await withFile(async (path) => {
    const writer = openSqlite(path, { readOnly: false, longestLog: 2 * MIB });
    await writer.run("create table texts (text text)");
    const stop = readAlways(path);
    try {
      for (let i = 0; i < 60; i++)
        await writer.transaction(() =>
          writer.run("insert into texts values (?)", [FILLING]),
        );
      const { size } = statSync(`${path}-wal`);
      assert.ok(size < 4 * MIB, `after 15 MiB the log has ${size} bytes`);
    } finally {
      stop();
      await writer.close();
    }
  });
});

test("what is in the log gets into the file without a commit that waits for it, and all of it in the end", async () => {
  await withFile(async (path) => {
    const writer = await openWithTable(path);
    await addRows(writer, 0);
    await grown(path, 4 * MIB);
    await addRows(writer, 1);
    await addRows(writer, 2); // maybe while the thread is at it
    await writer.close();
    assert.ok(!existsSync(`${path}-wal`));
    assert.equal(countRows(path), 3 * PORTION);
  });
});

test("a thread that cannot write back stops nobody, and the next one does its work", async () => {
  await withFile(async (path) => {
    const writer = await openWithTable(path);
    renameSync(path, `${path}-away`);
    mkdirSync(path);
    await addRows(writer, 0);
    await sleep(200); // it dies of what it finds there
    await addRows(writer, 1);
    await sleep(200);
    rmdirSync(path);
    renameSync(`${path}-away`, path);
    await addRows(writer, 2);
    await grown(path, 12 * MIB);
    await writer.close();
    assert.equal(countRows(path), 3 * PORTION);
  });
});

/** Enough rows to be written back, some 5 MiB. */
const PORTION = 25_000;

async function withFile(work: (path: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-log-"));
  try {
    await work(join(folder, "store.db"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function openWithTable(path: string): Promise<Connection> {
  const writer = openSqlite(path, { readOnly: false });
  await writer.run(
    "create table transactions (position blob primary key, item text) without rowid",
  );
  return writer;
}

function addRows(writer: Connection, portion: number): Promise<void> {
  const rows = Array.from({ length: PORTION }, (_, i) => {
    const position = Buffer.alloc(8);
    position.writeBigUInt64BE(BigInt(portion * PORTION + i));
    return [position, "x".repeat(200)];
  });
  return writer.transaction(() => writer.upsertMany(transactions, rows));
}

/** Only writing back makes the file grow. */
async function grown(path: string, size: number): Promise<void> {
  const late = Date.now() + 20_000;
  while (statSync(path).size < size) {
    assert.ok(Date.now() < late, `the file has ${statSync(path).size} bytes`);
    await sleep(5);
  }
}

function countRows(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true });
  const { n } = db.prepare("select count(*) as n from transactions").get()!;
  db.close();
  return Number(n);
}
