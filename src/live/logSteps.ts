import { RpcError } from "../rpc/errors.ts";
import type { Reading } from "../store/connection.ts";
import {
  type Entry,
  isSame,
  type LogPlace,
  readEntries,
} from "../store/changeLog/readEntries.ts";

/** The lists can no longer be followed from this place; the caller reads them again. */
export function lostTrack(why: string): RpcError {
  return new RpcError("notKept", why);
}

/**
 * The entries after a place. None if the server is behind. Throws if the log does not continue there: it was shortened,
 * or another server with another past has taken over.
 */
export async function entriesAfter(
  reading: Reading,
  { number, context }: LogPlace,
  most: number,
): Promise<readonly Entry[]> {
  const entries = await readEntries(reading, number, most + 1);
  const [first] = entries;
  if (!first) return [];
  const begins = number === 0 ? first.number === 1 : first.number === number;
  if (!begins)
    throw lostTrack(`changes since slot ${context.slot} are no longer kept`);
  if (number === 0) return entries;
  if (!isSame(first.context, context))
    throw lostTrack(`the change log differs from slot ${context.slot} on`);
  return entries.slice(1);
}

/** The block after an entry. Throws if no block is left. */
export function contextAfter({ context }: Entry) {
  if (!context) throw lostTrack("every block was taken back");
  return context;
}

export function everythingChanged({ context }: Entry): RpcError {
  return lostTrack(`too much changed in slot ${context?.slot ?? 0} to tell`);
}
