import type { Reading } from "../connection.ts";
import type { Reader } from "../reader.ts";

/**
 * Runs several statements on one state of the store. On SQLite, all reads within one tick of the event loop share a
 * snapshot, which costs less than a transaction; so `work` must await nothing but its reads.
 */
export function oneSnapshot<T>(
  reader: Reader,
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  return reader.dialect.atOnce ? work(reader) : reader.snapshot(work);
}
