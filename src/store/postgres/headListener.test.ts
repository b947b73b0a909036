import assert from "node:assert/strict";
import { test } from "node:test";
import { makeHistory } from "../../../test/model/history.ts";
import {
  createDatabase,
  runSql,
  withDatabase,
} from "../../../test/postgres/databases.ts";
import { waitFor } from "../../../test/waitFor.ts";
import { migrateStore, openStore, type Store } from "../open.ts";
import type { SeenHead } from "./keepsUp.ts";
import { HeadListener } from "./headListener.ts";

const { updates } = makeHistory({
  seed: 31,
  blocks: 6,
  transactionsPerBlock: 2,
});
const headOf = (i: number): SeenHead => {
  const { slot, blockTime } = updates[i]!.block;
  return { slot, blockTime };
};

interface Listening {
  readonly heads: SeenHead[];
  readonly listener: HeadListener;
  readonly store: Store;
}

async function withListener(
  url: string,
  work: (listening: Listening) => Promise<void>,
): Promise<void> {
  const heads: SeenHead[] = [];
  const listener = new HeadListener({
    url,
    onHead: (head) => heads.push(head),
    onListening: () => undefined,
  });
  const store = await openStore(url, { write: true });
  try {
    await isListening(listener);
    await work({ heads, listener, store });
  } finally {
    listener.close();
    await store.close();
  }
}

const isListening = (listener: HeadListener) =>
  waitFor("the session to listen", () => listener.isListening);

const hears = (heads: SeenHead[], last: SeenHead) =>
  waitFor(
    `slot ${last.slot} to be heard of`,
    () => heads.at(-1),
    (head) => head?.slot === last.slot,
  );

test("each write and each undo announces the newest block and its time", () =>
  withDatabase((url) =>
    withListener(url, async ({ heads, store: { writer } }) => {
      await writer!.apply(updates.slice(0, 2));
      await writer!.apply(updates.slice(2));
      await writer!.undoAfter(headOf(3).slot);
      await hears(heads, headOf(3));
      assert.deepEqual(heads, [headOf(1), headOf(5), headOf(3)]);
    }),
  ));

test("a block whose transaction fails is not announced", () =>
  withDatabase((url) =>
    withListener(url, async ({ heads, store: { writer } }) => {
      await writer!.apply(updates.slice(0, 1));
      const fails =
        "create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$; create constraint trigger fails after insert on blocks deferrable initially deferred for each row execute function fail()";
      await runSql(url, fails);
      await assert.rejects(writer!.apply(updates.slice(1, 2)), /no/);
      await runSql(url, "drop trigger fails on blocks; drop function fail");
      await writer!.apply(updates.slice(1, 3));
      await hears(heads, headOf(2));
      assert.deepEqual(heads, [headOf(0), headOf(2)]);
    }),
  ));

test("a lost session is reopened", () =>
  withDatabase((url) =>
    withListener(url, async ({ heads, listener, store: { writer } }) => {
      await runSql(
        url,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query like 'listen "tachyon_head_%'`,
      );
      await waitFor(
        "the session to be lost",
        () => listener.isListening,
        (listens) => !listens,
      );
      await isListening(listener);
      await writer!.apply(updates.slice(0, 1));
      await hears(heads, headOf(0));
    }),
  ));

test("stores in two schemas of a database have separate announcements", async () => {
  const url = await createDatabase();
  await runSql(url, "create schema one; create schema two");
  const [one, two] = ["one", "two"].map((schema) => {
    const of = new URL(url);
    of.searchParams.set("options", `-c search_path=${schema}`);
    return of.href;
  });
  await migrateStore(two!);
  const other = await openStore(two!, { write: true });
  await withListener(one!, async ({ heads, store: { writer } }) => {
    await other.writer!.apply(updates.slice(0, 3));
    await writer!.apply(updates.slice(0, 1));
    await hears(heads, headOf(0));
    assert.deepEqual(heads, [headOf(0)]);
  });
  await other.close();
});
