import { BULK_BATCH } from "../../src/ingest/run.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import type { Writer } from "../../src/store/writer.ts";

/** Writes blocks in batches of this weight. Returns the number of transactions. */
export async function apply(
  writer: Writer,
  updates: Iterable<StateUpdate>,
  limits?: BatchLimits,
): Promise<number> {
  let transactions = 0;
  for (const batch of batchesOf(updates, limits)) {
    await writer.apply(batch);
    for (const update of batch) transactions += update.transactions.length;
  }
  return transactions;
}

interface BatchLimits {
  readonly weight: number;
  readonly weigh: (update: StateUpdate) => number;
}

/** Batches of so many blocks. */
export function blocksEach(weight: number): BatchLimits {
  return { weight, weigh: () => 1 };
}

export function* batchesOf(
  updates: Iterable<StateUpdate>,
  { weight, weigh }: BatchLimits = BULK_BATCH,
): Generator<StateUpdate[]> {
  let batch: StateUpdate[] = [];
  let sum = 0;
  for (const update of updates) {
    batch.push(update);
    sum += weigh(update);
    if (sum < weight) continue;
    yield batch;
    batch = [];
    sum = 0;
  }
  if (batch.length > 0) yield batch;
}
