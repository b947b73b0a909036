import assert from "node:assert/strict";
import { test } from "node:test";
import { Pool } from "./connectionPool.ts";

/** A pool of numbered connections, and which of them are open. */
function makePool(size: number) {
  const open = new Set<number>();
  let opened = 0;
  const pool = new Pool<number>(
    size,
    () => {
      open.add(++opened);
      return opened;
    },
    (connection) => {
      open.delete(connection);
    },
  );
  return { pool, open };
}

test("a pool that closes waits for the connections in use, and closes them too", async () => {
  const { pool, open } = makePool(2);
  const work = Promise.withResolvers<string>();
  await pool.use(() => Promise.resolve());
  const used = pool.use(() => work.promise);
  let closed = false;
  const closing = pool.close().then(() => (closed = true));
  await new Promise(setImmediate);
  assert.equal(closed, false);
  work.resolve("done");
  assert.equal(await used, "done");
  await closing;
  assert.deepEqual([...open], []);
});

test("a closing pool opens no connections for waiting callers", async () => {
  const { pool, open } = makePool(1);
  const work = Promise.withResolvers<null>();
  const used = pool.use(() => work.promise);
  const waiting = assert.rejects(
    pool.use(() => Promise.resolve()),
    { name: "StoreUnavailable" },
  );
  const closing = pool.close();
  await waiting;
  work.resolve(null);
  await Promise.all([used, closing]);
  await assert.rejects(
    pool.use(() => Promise.resolve()),
    { name: "StoreUnavailable" },
  );
  assert.deepEqual([...open], []);
});
