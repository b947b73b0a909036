import type { Reading } from "../connection.ts";
import type { MaybePromise } from "../maybePromise.ts";
import { STEP_KEYS } from "../read/inSteps.ts";
import type { Reader } from "../reader.ts";

/**
 * Runs several statements on one state of the store. On SQLite, all reads within one tick of the event loop share a
 * snapshot, which costs less than a transaction; so `work` must await nothing but its reads. Only work for more than
 * STEP_KEYS keys has a transaction on both engines, and may yield to other requests.
 */
export function oneSnapshot<T>(
  reader: Reader,
  keys: number,
  work: (reading: Reading) => MaybePromise<T>,
): MaybePromise<T> {
  return reader.dialect.atOnce && keys <= STEP_KEYS
    ? work(reader)
    : reader.snapshot(async (reading) => work(reading));
}
