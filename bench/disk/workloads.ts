// What is written into the stores whose sizes are measured.
import type { StateUpdate } from "../../src/domain/update.ts";
import { openStore } from "../../src/store/open.ts";
import { headerOf } from "../../test/encoder/block.ts";
import { apply } from "../state/apply.ts";
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
    await apply(store.writer!, updates(accounts));
    while (await store.writer!.refreshTrees());
  } finally {
    await store.close();
  }
}
