import type { Reading } from "../connection.ts";
import type { Reader } from "../reader.ts";

/**
 * Several statements that see one state. Where answers are there at once, everything read in one turn of the event loop
 * is of one snapshot anyway, which costs less; so `work` must not wait for anything but what it reads.
 */
export function oneSnapshot<T>(
  reader: Reader,
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  return reader.dialect.atOnce ? work(reader) : reader.snapshot(work);
}
