import { batchesOf } from "../state/apply.ts";
import { openStore } from "../../src/store/open.ts";
import { seededUpdates } from "../state/seededUpdates.ts";
import { serverSeconds } from "./serverTime.ts";

export interface IndexingRate {
  readonly transactions: number;
  readonly seconds: number;
  /** CPU microseconds per transaction: of this process, and of the server if it runs on this machine. */
  readonly ownMicros: number;
  readonly serverMicros: number | null;
}

/** Writes a state of this size with the writer of the indexer, in the batches of catching up. Only the writing is timed. */
export async function indexState(
  url: string,
  accounts: number,
): Promise<IndexingRate> {
  const store = await openStore(url, { write: true });
  const clock = { transactions: 0, seconds: 0, own: 0, server: 0 };
  try {
    for (const batch of batchesOf(seededUpdates(accounts))) {
      const server = await serverSeconds(store.reader);
      const own = process.cpuUsage();
      const started = performance.now();
      await store.writer!.apply(batch);
      clock.seconds += (performance.now() - started) / 1000;
      const { user, system } = process.cpuUsage(own);
      clock.own += user + system;
      clock.server += 1e6 * ((await serverSeconds(store.reader)) - server);
      for (const { transactions } of batch)
        clock.transactions += transactions.length;
      process.stderr.write(
        `\r${clock.transactions} transactions, ${(clock.transactions / clock.seconds).toFixed(0)}/s `,
      );
    }
  } finally {
    await store.close();
  }
  process.stderr.write("\n");
  const { transactions, seconds, own, server } = clock;
  return {
    transactions,
    seconds,
    ownMicros: own / transactions,
    serverMicros: Number.isNaN(server) ? null : server / transactions,
  };
}
