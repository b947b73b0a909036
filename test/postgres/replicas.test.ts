// A primary with a streaming standby, both stopped and killed while blocks are written and pages are read.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { StateUpdate } from "../../src/domain/update.ts";
import type { Address } from "../../src/domain/values.ts";
import type { Row } from "../../src/store/connection.ts";
import {
  openForUpkeep,
  openStore,
  type Store,
  type StoreOptions,
} from "../../src/store/open.ts";
import {
  addFilterIndex,
  buildStep,
} from "../../src/store/filterIndexes/upkeep.ts";
import { accountsByOwner } from "../../src/store/read/pages/accountsByOwner.ts";
import { readHead } from "../../src/store/write/head.ts";
import { type History, makeHistory } from "../model/history.ts";
import { runSql } from "./databases.ts";
import { waitFor } from "../waitFor.ts";
import {
  applySlowly,
  assertAllThere,
  headSlot,
  inTheMiddleOfABatch,
  isStandby,
  lastSlot,
  migratePair,
  reachesSlot,
  readsFromPrimary,
  readsFromStandby,
} from "./replicated.ts";
import { startPair } from "./server.ts";
import { Witness } from "./witness.ts";

const { primary, standby, remove } = await startPair([
  "-c",
  "wal_keep_size=256MB",
]);
after(remove);

interface Replicated {
  readonly store: Store;
  readonly history: History;
  readonly updates: StateUpdate[];
  readonly notices: string[];
}

/** A store on the primary that is read through the standby. */
async function withReplicated(
  name: string,
  {
    seed,
    blocks,
    ...options
  }: { seed: number; blocks: number } & Partial<StoreOptions>,
  work: (replicated: Replicated) => Promise<void>,
): Promise<void> {
  await migratePair(name, primary, standby);
  const notices: string[] = [];
  const store = await openStore(primary.url(name), {
    write: true,
    readUrls: [standby.url(name)],
    onNotice: (notice, isTrouble) =>
      notices.push(isTrouble ? `warning: ${notice}` : notice),
    ...options,
  });
  const history = makeHistory({ seed, blocks, transactionsPerBlock: 6 });
  try {
    await work({ store, notices, ...history });
  } finally {
    await store.close();
  }
}

test("pages come from the standby, and restarting one causes no wrong result", () =>
  withReplicated(
    "standby_comes_and_goes",
    { seed: 11, blocks: 40 },
    async ({ store, history, updates, notices }) => {
      await using witness = new Witness(store.reader, history, updates);
      const write = (from: number, to: number) =>
        applySlowly(store, updates.slice(from, to));
      await write(0, 10);
      await readsFromStandby(store);
      await standby.stop();
      await write(10, 20);
      await readsFromPrimary(store);
      assert.equal(await headSlot(store), updates[19]!.block.slot);
      await standby.start();
      await write(20, 40);
      await readsFromStandby(store);
      await assertAllThere(store, history, updates);
      await witness.stop();
      assert.ok(witness.answered > 100 && witness.slots.size > 5);
      assert.match(
        notices.join("\n"),
        /^warning: lost postgres:.*\n(.*\n)*postgres:.* answers again$/m,
      );
    },
  ));

test("a standby that stops replicating is not used while it is too far behind", () =>
  withReplicated(
    "standby_lags",
    { seed: 12, blocks: 30, maxLag: { slots: 4 } },
    async ({ store, history, updates }) => {
      await store.writer!.apply(updates.slice(0, 5));
      await readsFromStandby(store);
      await runSql(standby.url("postgres"), "select pg_wal_replay_pause()");
      await store.writer!.apply(updates.slice(5));
      await readsFromPrimary(store);
      assert.equal(await headSlot(store), lastSlot(updates));
      await assertAllThere(store, history, updates);
      await runSql(standby.url("postgres"), "select pg_wal_replay_resume()");
      await readsFromStandby(store);
      await assertAllThere(store, history, updates);
    },
  ));

test("killing the primary during a batch loses no block and causes no wrong result, without restarting other processes", () =>
  withReplicated(
    "primary_dies",
    { seed: 13, blocks: 60 },
    async ({ store, history, updates, notices }) => {
      await using witness = new Witness(store.reader, history, updates);
      const writing = applySlowly(store, updates);
      for (const done of [10, 25, 40]) {
        await reachesSlot(store, updates[done]!.block.slot);
        await inTheMiddleOfABatch(primary, "primary_dies");
        const before = notices.length;
        await primary.kill();
        await waitFor(
          "the loss to be noticed",
          () => notices.slice(before),
          (since) => since.some((notice) => notice.includes("lost ")),
        );
        await primary.start();
      }
      await writing;
      await assertAllThere(store, history, updates);
      await witness.stop();
      assert.ok(witness.answered > 100 && witness.slots.size > 5);
    },
  ));

test("a filtered page is complete on every server, while a standby still lacks an index that is ready on the primary", () =>
  withReplicated(
    "standby_builds",
    { seed: 15, blocks: 80 },
    async ({ store, updates }) => {
      await store.writer!.apply(updates.slice(0, 40));
      await standbyHas(store, updates.slice(0, 40));
      const owner = await busiestOwner(store);
      const upkeep = await openForUpkeep(primary.url("standby_builds"));
      const window = { owner, offset: 0, length: 1 };
      await addFilterIndex(upkeep, window);
      await store.writer!.apply(updates.slice(40));
      await standbyHas(store, updates);
      await runSql(standby.url("postgres"), "select pg_wal_replay_pause()");
      while ((await buildStep(upkeep, window)) > 0);
      await upkeep.close();
      const both = await openStore(primary.url("standby_builds"), {
        write: false,
        readUrls: [primary, standby].map((s) => s.url("standby_builds")),
      });
      try {
        await assertFilteredPages(both, owner);
      } finally {
        await both.close();
        await runSql(standby.url("postgres"), "select pg_wal_replay_resume()");
      }
    },
  ));

test("a scan cancelled by replay on the standby is repeated, and the standby keeps answering", () =>
  withReplicated(
    "standby_conflict",
    { seed: 16, blocks: 5 },
    async ({ store, updates, notices }) => {
      await store.writer!.apply(updates);
      await standbyHas(store, updates);
      const sql = (text: string) => runSql(standby.url("postgres"), text);
      await sql("alter system set max_standby_streaming_delay = 0");
      await sql("select pg_reload_conf()");
      let times = 0;
      const asked = Promise.withResolvers<null>();
      const scan = store.reader.snapshot(async (reading) => {
        const seconds = ++times === 1 ? 60 : 0;
        await reading.all("select count(*) from trees", []);
        const sleeping = reading.all("select 1, pg_sleep(?)::text", [seconds]);
        asked.resolve(null);
        return sleeping;
      });
      await asked.promise;
      await runSql(
        primary.url("standby_conflict"),
        "begin; lock table trees in access exclusive mode; commit",
      );
      assert.deepEqual(await scan, [[1, ""]]);
      assert.equal(times, 2);
      assert.equal(await isStandby(store), true);
      assert.deepEqual(notices, []);
    },
  ));

test("a read that needs a slot goes to a server that has it, and to the standby once that has it", () =>
  withReplicated(
    "standby_has_slot",
    { seed: 17, blocks: 6, maxLag: { slots: 1_000_000 } },
    async ({ store, updates }) => {
      await store.writer!.apply(updates.slice(0, 3));
      await standbyHas(store, updates.slice(0, 3));
      await runSql(standby.url("postgres"), "select pg_wal_replay_pause()");
      const slot = lastSlot(updates);
      const { signal } = new AbortController();
      const reached = store.reader.slots.reaches(slot, signal);
      await store.writer!.apply(updates.slice(3));
      await reached;
      const reader = store.reader.until!(signal, slot);
      assert.equal((await readHead(reader))!.slot, slot);
      assert.equal(await isStandby({ ...store, reader }), false);
      // The standby keeps up as far as the bound goes, so it answers other reads.
      assert.equal(await isStandby(store), true);
      assert.ok((await headSlot(store)) < slot);
      await runSql(standby.url("postgres"), "select pg_wal_replay_resume()");
      await readsFromStandby({ ...store, reader });
      assert.equal((await readHead(reader))!.slot, slot);
    },
  ));

test("requests that waited for a block read it from a standby that has it", () =>
  withReplicated(
    "standby_answers_waits",
    { seed: 18, blocks: 30 },
    async ({ store, updates }) => {
      const { signal } = new AbortController();
      let fromStandby = 0;
      for (const update of updates) {
        const { slot } = update.block;
        const reached = store.reader.slots.reaches(slot, signal);
        await store.writer!.apply([update]);
        await reached;
        const reader = store.reader.until!(signal, slot);
        assert.equal((await readHead(reader))!.slot, slot);
        if (await isStandby({ ...store, reader })) fromStandby++;
      }
      assert.ok(fromStandby > 0);
    },
  ));

test("a reader with only a standby, which cannot listen, sees each replayed block", () =>
  withReplicated(
    "standby_alone",
    { seed: 19, blocks: 10 },
    async ({ store, updates }) => {
      const alone = await openStore(standby.url("standby_alone"), {
        write: false,
      });
      const { signal } = new AbortController();
      try {
        for (const update of updates) {
          const reached = alone.reader.slots.reaches(update.block.slot, signal);
          await store.writer!.apply([update]);
          await reached;
          assert.equal(await headSlot(alone), update.block.slot);
        }
      } finally {
        await alone.close();
      }
    },
  ));

async function standbyHas(store: Store, updates: StateUpdate[]): Promise<void> {
  await readsFromStandby(store);
  await reachesSlot(store, lastSlot(updates));
}

/** Of those whose accounts have data. */
async function busiestOwner({ reader }: Store): Promise<Address> {
  const [row] = await reader.all(
    "select key from accounts_by_owner where length(data) > 0 group by key order by count(*) desc limit 1",
    [],
  );
  return row![0] as Address;
}

/** Asks for the accounts by each first byte of their data, with and without a further filter, many at a time. */
async function assertFilteredPages(
  { reader }: Store,
  owner: Uint8Array,
): Promise<void> {
  const counts = await reader.all(
    "select substr(data, 1, 1), count(*) from accounts_by_owner where key = ? and length(data) > 0 group by 1",
    [owner],
  );
  assert.ok(counts.length > 0);
  const ask = async ([byte, expected]: Row, further: boolean) => {
    const exact = { offset: 0, bytes: byte as Uint8Array };
    const page = await accountsByOwner.page(reader, {
      ...{ key: owner, after: null, limit: 1000, dataSlice: null },
      filters: further ? [exact, { ...exact }] : [exact],
    });
    assert.equal(page.count, expected);
  };
  await ask(counts[0]!, false); // the idle primary answers: the index is ready there
  for (let round = 0; round < 5; round++)
    await Promise.all(
      counts.flatMap((count) => [ask(count, false), ask(count, true)]),
    );
}
