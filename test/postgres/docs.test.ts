// Runs the statements in docs/postgresql.md unchanged.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readHead } from "../../src/store/write/head.ts";
import { migrateStore, openStore } from "../../src/store/open.ts";
import { createDatabase, runSql } from "./databases.ts";

const page = readFileSync(
  new URL("../../docs/postgresql.md", import.meta.url),
  "utf8",
);

/** The statements of a section: its indented lines, comments and all. */
function statementsOf(section: string): string[] {
  const text = page.split(/^## /m).find((part) => part.startsWith(section));
  assert.ok(text, section);
  const lines = text.split("\n").filter((line) => line.startsWith("    "));
  return lines
    .join("\n")
    .split(/;(?: *--.*)?$/m)
    .filter((sql) => /\w/.test(sql));
}

test("the queries for watching run on a store", async () => {
  const url = await createDatabase();
  await migrateStore(url);
  const all = ["One indexer", "Watching"].flatMap(statementsOf);
  assert.ok(all.length >= 8, all.join("\n"));
  for (const sql of all) await runSql(url, sql);
});

test("the role of a reader can serve, and change nothing", async () => {
  const url = await createDatabase();
  await migrateStore(url);
  const database = new URL(url).pathname.slice(1);
  const role = `reader_of_${database}`;
  const grants = statementsOf("Rights").map((sql) =>
    sql
      .replaceAll("tachyon_reader", role)
      .replace("database tachyon", `database ${database}`)
      .replace("for role tachyon ", ""),
  );
  assert.equal(grants.length, 5);
  for (const sql of grants) await runSql(url, sql);
  const limited = new URL(url);
  limited.username = role;
  limited.password = "…";
  const store = await openStore(limited.href, { write: false });
  assert.equal(await readHead(store.reader), null);
  await store.close();
  const change = "delete from blocks";
  await assert.rejects(runSql(limited.href, change), /permission denied/);
  await runSql(url, "create table later (n int)");
  await runSql(limited.href, "select n from later");
  await runSql(url, `drop owned by ${role}; drop role ${role}`);
});
