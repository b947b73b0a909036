import type { StateUpdate } from "../../src/domain/update.ts";
import type { Writer } from "../../src/store/writer.ts";

/** Writes blocks in batches of this many. Returns the number of transactions. */
export async function apply(
  writer: Writer,
  updates: Iterable<StateUpdate>,
  size: number,
): Promise<number> {
  let batch: StateUpdate[] = [];
  let transactions = 0;
  for (const update of updates) {
    transactions += update.transactions.length;
    batch.push(update);
    if (batch.length < size) continue;
    await writer.apply(batch);
    batch = [];
  }
  if (batch.length > 0) await writer.apply(batch);
  return transactions;
}
