import { openStore } from "../../src/store/open.ts";
import { seededUpdates } from "../state/seededUpdates.ts";

export interface IndexingRate {
  readonly transactions: number;
  readonly seconds: number;
}

/** Writes a state of this size through the same writer as a chain, a block of 500 transactions a batch; only the writing counts. */
export async function indexState(
  url: string,
  accounts: number,
): Promise<IndexingRate> {
  const store = await openStore(url, { write: true });
  let transactions = 0;
  let milliseconds = 0;
  try {
    for (const update of seededUpdates(accounts)) {
      const started = performance.now();
      await store.writer!.apply([update]);
      milliseconds += performance.now() - started;
      transactions += update.transactions.length;
      process.stderr.write(
        `\r${transactions} transactions, ${((1000 * transactions) / milliseconds).toFixed(0)}/s `,
      );
    }
  } finally {
    await store.close();
  }
  process.stderr.write("\n");
  return { transactions, seconds: milliseconds / 1000 };
}
