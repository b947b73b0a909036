import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createDatabase,
  runSql,
  withDatabase,
} from "../../../test/postgres/databases.ts";
import { makeHistory } from "../../../test/model/history.ts";
import { waitFor } from "../../../test/waitFor.ts";
import { readHead } from "../write/head.ts";
import { migrateStore, openStore } from "../open.ts";
import { listQuarantined } from "../read/quarantine.ts";
import { allTables } from "../../../test/store/allTables.ts";

const refusal = (message: RegExp) => ({ name: "StoreError", message });

const isSpare = (notices: readonly string[]) =>
  waitFor(
    "a notice that it waits",
    () => notices,
    (seen) => /waiting as its spare/.test(seen.join()),
  );

test("many processes that start at once create the schema once", async () => {
  const url = await createDatabase();
  const stores = await Promise.all(
    Array.from({ length: 6 }, () => openStore(url, { write: true })),
  );
  const { reader } = stores[0]!;
  for (const { name } of allTables) {
    assert.deepEqual(await reader.all(`select count(*) from ${name}`, []), [
      [0],
    ]);
  }
  for (const store of stores) await store.close();
});

test("a second indexer waits, serves meanwhile, and takes over when the first ends", () =>
  withDatabase(async (url) => {
    const { updates } = makeHistory({
      seed: 1,
      blocks: 4,
      transactionsPerBlock: 3,
    });
    const notices: string[] = [];
    const first = await openStore(url, { write: true });
    await first.writer!.apply(updates.slice(0, 2));
    const spare = await openStore(url, {
      write: true,
      onNotice: (notice) => notices.push(notice),
    });
    const head = spare.writer!.head();
    let writes = false;
    void head.then(() => (writes = true));
    await isSpare(notices);
    assert.ok(!writes, "the spare does not write while the first lives");
    assert.equal((await readHead(spare.reader))!.slot, updates[1]!.block.slot);
    await first.close();
    assert.equal((await head)!.slot, updates[1]!.block.slot);
    await spare.writer!.apply(updates);
    assert.equal(
      (await readHead(spare.reader))!.slot,
      updates.at(-1)!.block.slot,
    );
    await spare.close();
  }));

test("a spare that is closed while it waits ends at once", () =>
  withDatabase(async (url) => {
    const first = await openStore(url, { write: true });
    await first.writer!.head();
    const notices: string[] = [];
    const spare = await openStore(url, {
      write: true,
      onNotice: (notice) => notices.push(notice),
    });
    const waiting = assert.rejects(spare.writer!.head());
    await isSpare(notices);
    await spare.close();
    await waiting;
    await first.close();
  }));

test("a database without a store is refused for reading, and the error says what to do", async () => {
  const url = await createDatabase();
  await assert.rejects(
    openStore(url, { write: false }),
    refusal(/holds no store yet: run "tachyon migrate/),
  );
});

test("a database of a newer version is refused, for writing and for reading", async () => {
  const url = await createDatabase();
  await migrateStore(url);
  await runSql(url, "insert into schema_versions values (999, 'future')");
  for (const write of [true, false]) {
    await assert.rejects(
      openStore(url, { write }),
      refusal(/schema version 999, this program knows up to/),
    );
  }
});

test("an unreachable server gives an error of one line without the password", () =>
  assert.rejects(
    openStore("postgres://me:secret@127.0.0.1:1/tachyon", { write: true }),
    (error: Error) =>
      error.name === "StoreError" &&
      error.message.startsWith(
        "postgres://127.0.0.1:1/tachyon cannot be used",
      ) &&
      !error.message.includes("secret"),
  ));

test("a reader cannot change anything", () =>
  withDatabase(async (url) => {
    const store = await openStore(url, { write: true });
    await assert.rejects(
      async () => store.reader.all("delete from blocks", []),
      /in a read-only transaction/,
    );
    await store.close();
  }));

test("bytes that could not be decoded are stored unchanged", () =>
  withDatabase(async (url) => {
    const { updates } = makeHistory({
      seed: 2,
      blocks: 1,
      transactionsPerBlock: 1,
    });
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    const setAside = [
      { signature: null, index: 3, reason: "a \\ reason\n'of' its own", bytes },
    ];
    const store = await openStore(url, { write: true });
    await store.writer!.apply([{ ...updates[0]!, setAside }]);
    const [row] = await listQuarantined(store.reader, 10);
    assert.deepEqual(
      { ...row, bytes: Uint8Array.from(row!.bytes) },
      {
        slot: updates[0]!.block.slot,
        ...setAside[0],
      },
    );
    await store.close();
  }));
