import assert from "node:assert/strict";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { tamper } from "../../test/store/withStore.ts";
import { readHead } from "./write/head.ts";
import { openStore } from "./open.ts";
import { lockWriting, openSqliteForWriting } from "./sqlite/open.ts";
import { migrate } from "./schema/migrate.ts";
import { migrations } from "./schema/migrations/index.ts";
import { allTables } from "../../test/store/allTables.ts";

async function inFolder(work: (folder: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-open-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const refusal = (message: RegExp) => ({ name: "StoreError", message });

test("a new store is created with its folder, and found again", () =>
  inFolder(async (folder) => {
    const url = `sqlite://${join(folder, "new", "store.db")}`;
    const made = await openStore(url, { write: true });
    await made.writer!.bindChain("a chain");
    await made.close();
    const again = await openStore(url, { write: true });
    assert.equal(await again.writer!.chain(), "a chain");
    assert.equal(await readHead(again.reader), null);
    await again.close();
  }));

test("a store belongs to one chain", () =>
  inFolder(async (folder) => {
    const url = `sqlite://${join(folder, "store.db")}`;
    const store = await openStore(url, { write: true });
    await store.writer!.bindChain("one");
    await store.writer!.bindChain("one");
    await assert.rejects(
      store.writer!.bindChain("another"),
      refusal(/holds blocks of one, not of another/),
    );
    await store.close();
  }));

test("a second writer is refused while the first is open, a reader is not", () =>
  inFolder(async (folder) => {
    const url = `sqlite://${join(folder, "store.db")}`;
    const first = await openStore(url, { write: true });
    await assert.rejects(
      openStore(url, { write: true }),
      refusal(/another process is indexing/),
    );
    const reader = await openStore(url, { write: false });
    assert.equal(await readHead(reader.reader), null);
    await reader.close();
    await first.close();
    await (await openStore(url, { write: true })).close();
  }));

test("a database of a newer version is refused, for writing and for reading", () =>
  inFolder(async (folder) => {
    const path = join(folder, "store.db");
    await (await openStore(`sqlite://${path}`, { write: true })).close();
    tamper(path, "insert into schema_versions values (999, 'future')");
    for (const write of [true, false]) {
      await assert.rejects(
        openStore(`sqlite://${path}`, { write }),
        refusal(/schema version 999, this program knows up to/),
      );
    }
  }));

test("a writer upgrades an older store, but not while another process writes", () =>
  inFolder(async (folder) => {
    const path = join(folder, "store.db");
    const url = `sqlite://${path}`;
    const connection = openSqliteForWriting(path, "writer");
    await migrate(connection, migrations.slice(0, 2));
    await connection.close();
    const backfilling = lockWriting(path, "backfill");
    await assert.rejects(
      openStore(url, { write: true }),
      refusal(/another process is backfilling/),
    );
    backfilling();
    const reader = await openStore(url, { write: false });
    await (await openStore(url, { write: true })).close();
    const sql = "select count(*) from tree_states";
    assert.deepEqual(await reader.reader.all(sql, []), [[0]]);
    await reader.close();
  }));

test("a database of another program is refused and left unchanged", () =>
  inFolder(async (folder) => {
    const path = join(folder, "theirs.db");
    tamper(path, "create table theirs (x)");
    const before = readFileSync(path);
    for (const write of [true, false]) {
      await assert.rejects(
        openStore(`sqlite://${path}`, { write }),
        refusal(/is not a Tachyon database/),
      );
    }
    assert.deepEqual(readFileSync(path), before);
  }));

test("a file that is not a database, a missing file and a folder each give one clear line", () =>
  inFolder(async (folder) => {
    const text = join(folder, "notes.txt");
    writeFileSync(text, "not a database at all, ".repeat(100));
    await assert.rejects(
      openStore(`sqlite://${text}`, { write: true }),
      refusal(/notes.txt is not a database/),
    );
    const missing = join(folder, "missing.db");
    await assert.rejects(
      openStore(`sqlite://${missing}`, { write: false }),
      refusal(/there is no database at .*missing.db/),
    );
    assert.ok(!existsSync(missing), "reading makes no file");
    await assert.rejects(
      openStore(`sqlite://${folder}`, { write: true }),
      refusal(/cannot be opened/),
    );
    await assert.rejects(
      openStore("mysql://x", { write: true }),
      refusal(/expected sqlite:/),
    );
  }));

test("a damaged database gives one clear line, for writing and for reading", () =>
  inFolder(async (folder) => {
    const path = join(folder, "store.db");
    await (await openStore(`sqlite://${path}`, { write: true })).close();
    writeFileSync(path, readFileSync(path).subarray(0, 20_000));
    for (const write of [true, false]) {
      await assert.rejects(
        openStore(`sqlite://${path}`, { write }),
        refusal(/store.db is damaged/),
      );
    }
  }));

test("the tables are as tables.ts says", () =>
  inFolder(async (folder) => {
    const url = `sqlite://${join(folder, "store.db")}`;
    const store = await openStore(url, { write: true });
    for (const table of allTables) {
      const rows = await store.reader.all(
        "select name, type, pk from pragma_table_info(?)",
        [table.name],
      );
      const types = { bytes: "BLOB", integer: "INTEGER", text: "TEXT" };
      assert.deepEqual(
        rows.map(([name, type, pk]) => [name, type, pk !== 0]),
        Object.entries(table.columns).map(([name, type], i) => [
          name,
          types[type],
          i < table.keyColumns,
        ]),
        table.name,
      );
    }
    await store.close();
  }));
