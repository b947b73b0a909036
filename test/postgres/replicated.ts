// What tests of several servers have in common.
import { setTimeout as sleep } from "node:timers/promises";
import { Client, type QueryResult } from "pg";
import type { StateUpdate } from "../../src/domain/update.ts";
import { readHead } from "../../src/store/write/head.ts";
import { migrateStore, openStore, type Store } from "../../src/store/open.ts";
import { runSql } from "./databases.ts";
import type { History } from "../model/history.ts";
import { waitFor } from "../waitFor.ts";
import { askStore, assertListsEqual } from "../model/lists.ts";
import { Model } from "../model/model.ts";
import type { PostgresServer } from "./server.ts";

/** A new database with the schema, on the primary and by now on the standby. */
export async function migratePair(
  name: string,
  primary: PostgresServer,
  standby: PostgresServer,
): Promise<void> {
  await runSql(primary.url("postgres"), `create database ${name}`);
  await migrateStore(primary.url(name));
  await waitFor("the standby to have the schema", async () => {
    const store = await openStore(standby.url(name), { write: false });
    await store.close();
    return true;
  });
}

export async function assertAllThere(
  store: Store,
  history: History,
  updates: StateUpdate[],
): Promise<void> {
  await reachesSlot(store, lastSlot(updates));
  const model = Model.of(updates);
  await assertListsEqual(askStore(store.reader), history, model, [5, 1000]);
}

/** Small batches with pauses, so that there are many moments for an interruption. */
export async function applySlowly(
  { writer }: Store,
  updates: readonly StateUpdate[],
): Promise<void> {
  for (let i = 0; i < updates.length; i += 2) {
    await writer!.apply(updates.slice(i, i + 2));
    await sleep(40);
  }
}

/** Whether reads go to a server in recovery. */
export async function isStandby({ reader }: Store): Promise<boolean> {
  const [row] = await reader.all("select pg_is_in_recovery()::int", []);
  return row![0] === 1;
}

export async function headSlot({ reader }: Store): Promise<number> {
  return (await readHead(reader))?.slot ?? 0;
}

/** Waits until pages are as new as this slot. */
export async function reachesSlot(store: Store, slot: number): Promise<void> {
  await waitFor(
    `slot ${slot} to be read`,
    () => headSlot(store),
    (seen) => seen >= slot,
  );
}

export async function readsFromStandby(store: Store): Promise<void> {
  await waitFor("pages from the standby", () => isStandby(store));
}

export async function readsFromPrimary(store: Store): Promise<void> {
  await waitFor(
    "pages from the primary",
    () => isStandby(store),
    (standby) => !standby,
  );
}

export function lastSlot(updates: readonly StateUpdate[]): number {
  return updates.at(-1)!.block.slot;
}

/** Returns once the writer has written part of a batch and waits for the rest of it to be let in. */
export async function inTheMiddleOfABatch(
  server: PostgresServer,
  database: string,
): Promise<void> {
  const client = new Client({ connectionString: server.url(database) });
  client.on("error", () => undefined); // it dies with the server
  await client.connect();
  await client.query("begin; lock table blocks in exclusive mode");
  // Within a transaction the server shows its activity as it was at the first look.
  const blocked = `select pg_stat_clear_snapshot(); select 1 from pg_stat_activity where datname = '${database}' and wait_event_type = 'Lock' and backend_xid is not null`;
  await waitFor(
    "the writer to wait in the middle of a batch",
    async () => (await client.query(blocked)) as unknown as QueryResult[],
    ([, waiting]) => waiting!.rowCount === 1,
  );
}
