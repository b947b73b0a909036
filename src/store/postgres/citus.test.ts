import assert from "node:assert/strict";
import { test } from "node:test";
import { createDatabase, runSql } from "../../../test/postgres/databases.ts";
import { distributeStore, migrateStore, openStore } from "../open.ts";
import { allTables } from "../../../test/store/allTables.ts";

/** Stand-ins for the Citus functions called here, which only record their arguments. */
const RECORDER = `
  create table pg_dist_partition (logicalrelid text, distributed_by text, shard_count int);
  create function create_distributed_table(name text, by text, colocate_with text default 'default', shard_count int default 32)
    returns void language sql as 'insert into pg_dist_partition values ($1, $2, $4)';
  create function create_reference_table(name text)
    returns void language sql as 'insert into pg_dist_partition values ($1, null, null)'`;

const EVERYWHERE = ["blocks", "trees", "counts", "transaction_counts"];

test("each table is distributed once, by the first column of its primary key", async () => {
  const url = await createDatabase();
  await migrateStore(url);
  await runSql(url, RECORDER);
  assert.ok((await distributeStore(url)).length > 10);
  assert.equal(
    (await distributeStore(url)).length,
    1,
    "nothing left but the setting",
  );
  const store = await openStore(url, { write: false });
  const rows = await store.reader.all("select * from pg_dist_partition", []);
  await store.close();
  const names = rows.map(([name]) => name);
  assert.equal(new Set(names).size, names.length);
  for (const [name, by, shards] of rows) {
    const { columns } = allTables.find((table) => table.name === name)!;
    if (EVERYWHERE.includes(String(name))) assert.equal(by, null);
    else assert.equal(by, Object.keys(columns)[0]);
    if (name === "transactions") assert.equal(shards, 1);
  }
});

test("without the extension nothing changes, and the error names the missing extension", async () => {
  const url = await createDatabase();
  await migrateStore(url);
  await assert.rejects(distributeStore(url), {
    name: "StoreError",
    message: /has no Citus extension: run "create extension citus"/,
  });
});
