import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { openSqlite } from "./connection.ts";

const MIB = 2 ** 20;
const FILLING = "x".repeat(MIB / 4);

/** Two readers of whom one always holds a snapshot: each takes its next before the other leaves its own. */
function readAlways(path: string): () => void {
  const readers = [1, 2].map(
    () => new DatabaseSync(path, { readOnly: true, timeout: 1000 }),
  );
  let turns = 0;
  const tickSnapshot = (): void => {
    const [next, last] = turns++ % 2 ? readers : [...readers].reverse();
    next!.exec("begin; select count(*) from texts");
    if (last!.isTransaction) last!.exec("commit");
  };
  tickSnapshot();
  const turning = setInterval(tickSnapshot, 4);
  return () => {
    clearInterval(turning);
    for (const reader of readers) reader.close();
  };
}

test("the log stays short although there is always a reader", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-log-"));
  const path = join(folder, "store.db");
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
    rmSync(folder, { recursive: true });
  }
});
