import assert from "node:assert/strict";
import { test } from "node:test";
import { withDatabase } from "../../../test/postgres/databases.ts";
import { waitFor } from "../../../test/waitFor.ts";
import { openStore, type Store, type StoreOptions } from "../open.ts";

async function withReader(
  options: Partial<StoreOptions>,
  work: (reader: Store["reader"], url: string) => Promise<void>,
): Promise<void> {
  await withDatabase(async (url) => {
    const store = await openStore(url, { write: false, ...options });
    try {
      await work(store.reader, url);
    } finally {
      await store.close();
    }
  });
}

const tooLong = { name: "StoreUnavailable", message: /may take 0\.1 s/ };
const cancelled = { name: "AbortError" };
const RUNNING =
  "select count(*) from pg_stat_activity where datname = current_database() and state = 'active' and query like '%pg_sleep(%' and query not like '%pg_stat_activity%'";

async function running(url: string): Promise<number> {
  const other = await openStore(url, { write: false, pool: 1 });
  const [row] = await other.reader.all(RUNNING, []);
  await other.close();
  return Number(row![0]);
}

const isAsleep = (url: string) =>
  waitFor("the statement to run", () => running(url));

const isOver = (url: string) =>
  waitFor(
    "the statement to end",
    () => running(url),
    (count) => count === 0,
  );

test("an abandoned request is cancelled on the server", () =>
  withReader({ pool: 2 }, async (reader, url) => {
    const request = new AbortController();
    const page = reader.until!(request.signal).all("select pg_sleep(60)", []);
    await isAsleep(url);
    request.abort();
    await assert.rejects(async () => page, cancelled);
    await isOver(url);
  }));

test("an abandoned scan is cancelled on the server", () =>
  withReader({}, async (reader, url) => {
    const request = new AbortController();
    const scan = reader.until!(request.signal).snapshot(async (reading) =>
      reading.all("select pg_sleep(60)", []),
    );
    await isAsleep(url);
    request.abort();
    await assert.rejects(scan, cancelled);
    await isOver(url);
  }));

test("requests queued behind a cancelled one are all answered", () =>
  withReader({ pool: 1 }, async (reader, url) => {
    const request = new AbortController();
    const slow = reader.until!(request.signal).all("select pg_sleep(60)", []);
    const others = Array.from({ length: 200 }, (_, i) =>
      Promise.resolve(reader.all("select ?::int, pg_sleep(0.001)::text", [i])),
    );
    const rejected = assert.rejects(async () => slow, cancelled);
    await isAsleep(url);
    request.abort();
    await rejected;
    const rows = (await Promise.all(others)).map(([row]) => row![0]);
    assert.deepEqual(rows, Array.from(others.keys()));
  }));

test("a statement that exceeds the configured time limit is cancelled", () =>
  withReader({ statementTimeoutMs: 100 }, async (reader) => {
    await assert.rejects(
      async () => reader.all("select pg_sleep(60)", []),
      tooLong,
    );
    await assert.rejects(
      reader.snapshot(async (reading) =>
        reading.all("select pg_sleep(60)", []),
      ),
      tooLong,
    );
    assert.deepEqual(await reader.all("select 1", []), [[1]]);
  }));

test("statements of a snapshot see the same state despite concurrent writes", () =>
  withDatabase(async (url) => {
    const store = await openStore(url, { write: true });
    const count = "select count(*) from facts";
    await store.reader.snapshot(async (reading) => {
      const before = await reading.all(count, []);
      await store.writer!.bindChain("written meanwhile");
      assert.deepEqual(await store.reader.all(count, []), [[1]]);
      assert.deepEqual(await reading.all(count, []), before);
    });
    await store.close();
  }));
