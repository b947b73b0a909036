import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { StateUpdate } from "../../src/domain/update.ts";
import { openSqlite } from "../../src/store/sqlite/connection.ts";
import { createWriter } from "../../src/store/writer.ts";
import { openStore } from "../../src/store/open.ts";
import { seededUpdates } from "./seededUpdates.ts";
import { sortedWrites } from "./sortedWrites.ts";

const FOLDER = join(import.meta.dirname, "../data");
/** Change it whenever the generated data changes, so that kept stores are rebuilt. */
const EDITION = 2;
const BATCH_ACCOUNTS = 50_000;

export function storePath(accounts: number): string {
  return join(FOLDER, `state-${EDITION}-${accounts}.db`);
}

/** The store of this size, written by the indexer's writer. Made once and kept. */
export async function prepareStore(accounts: number): Promise<string> {
  const path = storePath(accounts);
  if (existsSync(path)) {
    await migrateStore(path);
    return path;
  }
  mkdirSync(FOLDER, { recursive: true });
  const unfinished = `${path}.part`;
  removeStore(unfinished);
  await writeState(unfinished, accounts);
  renameSync(unfinished, path);
  removeStore(unfinished);
  return path;
}

/** A kept store may have an older schema. */
async function migrateStore(path: string): Promise<void> {
  const store = await openStore(`sqlite://${path}`, { write: true });
  await store.close();
}

export function removeStore(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-writer", "-writer-journal"])
    rmSync(path + suffix, { force: true });
}

async function writeState(path: string, accounts: number): Promise<void> {
  await migrateStore(path);
  const target = openSqlite(path, { readOnly: false });
  const { connection, finish } = sortedWrites(target, path);
  const writer = createWriter(connection);
  let made = 0;
  const started = performance.now();
  try {
    for (const batch of batched(seededUpdates(accounts))) {
      await writer.apply(batch);
      made += accountsIn(batch);
      const rate = made / (performance.now() - started);
      process.stderr.write(
        `\rmaking ${accounts} accounts: ${Math.round((100 * made) / accounts)} %, ${rate.toFixed(1)} thousand/s `,
      );
    }
    process.stderr.write("\n");
    await finish();
  } finally {
    await writer.close();
  }
}

function* batched(updates: Iterable<StateUpdate>): Generator<StateUpdate[]> {
  let batch: StateUpdate[] = [];
  for (const update of updates) {
    batch.push(update);
    if (accountsIn(batch) < BATCH_ACCOUNTS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function accountsIn(batch: readonly StateUpdate[]): number {
  let count = 0;
  for (const { transactions } of batch)
    for (const { created } of transactions) count += created.length;
  return count;
}
