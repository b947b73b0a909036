// What is written into the stores whose sizes are measured.
import type { StateUpdate } from "../../src/domain/update.ts";
import { BULK_BATCH } from "../../src/ingest/run.ts";
import { openStore } from "../../src/store/open.ts";
import { headerOf } from "../../test/encoder/block.ts";
import { seededUpdates } from "../state/seededUpdates.ts";
import { TransferMaker } from "../state/transfers.ts";

/**
 * transfers: each spends a token account and creates two. mix: each transaction creates two token accounts and two of
 * programs, one of them with an address, whose former account it spends.
 */
export type Workload = "transfers" | "mix";
export const WORKLOADS: readonly Workload[] = ["transfers", "mix"];

export const ACCOUNTS_PER_TRANSACTION: Readonly<Record<Workload, number>> = {
  transfers: 2,
  mix: 4,
};
const TRANSFERS_PER_BLOCK = 200;

function* transferUpdates(accounts: number): Generator<StateUpdate> {
  const maker = new TransferMaker(1, 0, "any", accounts / 10);
  const blocks = accounts / 2 / TRANSFERS_PER_BLOCK;
  for (let slot = 1; slot <= blocks; slot++)
    yield {
      block: headerOf(slot),
      transactions: maker.transfers(TRANSFERS_PER_BLOCK),
      others: [],
      setAside: [],
    };
}

/** Writes a state with so many accounts, with the writer and in the batches of catching up. */
export async function writeWorkload(
  url: string,
  workload: Workload,
  accounts: number,
): Promise<void> {
  const updates = workload === "mix" ? seededUpdates : transferUpdates;
  const store = await openStore(url, { write: true });
  try {
    let batch: StateUpdate[] = [];
    for (const update of updates(accounts)) {
      batch.push(update);
      const weight = batch.reduce((sum, u) => sum + BULK_BATCH.weigh(u), 0);
      if (weight < BULK_BATCH.weight) continue;
      await store.writer!.apply(batch);
      batch = [];
    }
    if (batch.length > 0) await store.writer!.apply(batch);
    while (await store.writer!.refreshTrees());
  } finally {
    await store.close();
  }
}
