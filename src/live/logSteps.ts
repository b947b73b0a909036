import { RpcError } from "../rpc/errors.ts";
import type { Reading } from "../store/connection.ts";
import {
  type Entry,
  isSame,
  type LogPlace,
  readEntries,
} from "../store/changeLog/readEntries.ts";

/** The log cannot continue from this place: the caller has to read its lists again. */
export function cannotContinue(why: string): RpcError {
  return new RpcError("notKept", why);
}

/**
 * The entries after a place; none if this server is behind it. Throws if the log does not continue there: it was trimmed,
 * or the database was restored or failed over to one with another log.
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
    throw cannotContinue(
      `changes since slot ${context.slot} are no longer kept`,
    );
  if (number === 0) return entries;
  if (!isSame(first.context, context))
    throw cannotContinue(`the change log differs from slot ${context.slot} on`);
  return entries.slice(1);
}

/** The newest block after an entry. Throws if there is none. */
export function contextAfter({ context }: Entry) {
  if (!context) throw cannotContinue("all blocks were undone");
  return context;
}

export function everythingChanged({ context }: Entry): RpcError {
  return cannotContinue(`too many rows changed in slot ${context?.slot ?? 0}`);
}
