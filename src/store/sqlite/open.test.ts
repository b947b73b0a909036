import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { withStorePath } from "../../../test/store/withStore.ts";
import { migrateStore, openStore, sqlitePath } from "../open.ts";

/** Locks the store as a process does that opens it first, until a while after `opening` is set. */
const LOCK_BRIEFLY = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { DatabaseSync } = require("node:sqlite");
  const { path, opening } = workerData;
  const db = new DatabaseSync(path);
  db.exec("pragma locking_mode = exclusive; begin immediate; commit");
  parentPort.postMessage("locked");
  Atomics.wait(opening, 0, 0, 10_000);
  Atomics.wait(opening, 0, 1, 100);
  db.close();
`;

for (const write of [false, true])
  test(`a store is opened ${write ? "for writing" : "for reading"} while another process opens it`, () =>
    withStorePath(async (url) => {
      await migrateStore(url);
      const opening = new Int32Array(new SharedArrayBuffer(4));
      const workerData = { path: sqlitePath(url), opening };
      const locking = new Worker(LOCK_BRIEFLY, { eval: true, workerData });
      const ended = once(locking, "exit");
      await once(locking, "message");
      Atomics.store(opening, 0, 1);
      Atomics.notify(opening, 0);
      const store = await openStore(url, { write });
      assert.deepEqual(await store.reader.all("select count(*) from blocks", []), [[0]]); // prettier-ignore
      await store.close();
      await ended;
    }));
