// The primary is lost for good and its standby promoted, while blocks are written and pages are read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { NotTheNextBlock } from "../../src/store/errors.ts";
import { migrateStore, openStore, type Store } from "../../src/store/open.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import { makeHistory } from "../model/history.ts";
import { runSql } from "./databases.ts";
import { waitFor } from "../waitFor.ts";
import {
  applySlowly,
  assertAllThere,
  inTheMiddleOfABatch,
  isStandby,
  reachesSlot,
} from "./replicated.ts";
import { startPair } from "./server.ts";
import { Witness } from "./witness.ts";

test("when the primary is lost permanently, writing and reading continue on the promoted standby without restart or wrong results", async (t) => {
  const { primary, standby, remove } = await startPair();
  t.after(remove);
  await migrateStore(primary.url("postgres"));
  const urls = [primary, standby].map((server) => server.url("postgres"));
  const either = `postgres://tachyon@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`;
  const { history, updates } = makeHistory({
    seed: 14,
    blocks: 60,
    transactionsPerBlock: 6,
  });
  const store = await openStore(either, { write: true, readUrls: urls });
  try {
    await using witness = new Witness(store.reader, history, updates);
    const writing = follow(store, updates);
    await reachesSlot(store, updates[20]!.block.slot);
    await inTheMiddleOfABatch(primary, "postgres");
    await primary.kill();
    const before = witness.answered;
    await waitFor(
      "twenty pages without a primary",
      () => witness.answered - before,
      (pages) => pages > 20,
    );
    await runSql(standby.url("postgres"), "select pg_promote()");
    await writing;
    assert.equal(await isStandby(store), false);
    await assertAllThere(store, history, updates);
    await witness.stop();
    assert.ok(witness.answered > 100 && witness.slots.size > 5);
  } finally {
    await store.close();
  }
});

/** Writes the last blocks again if a new primary lacks them, like the ingest loop. */
async function follow(store: Store, updates: StateUpdate[]): Promise<void> {
  for (;;) {
    const head = await store.writer!.head();
    const rest = updates.filter(({ block }) => block.slot > (head?.slot ?? 0));
    try {
      await applySlowly(store, rest);
      return;
    } catch (error) {
      if (!(error instanceof NotTheNextBlock)) throw error;
    }
  }
}
