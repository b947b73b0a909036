import { setImmediate as nextTurn } from "node:timers/promises";

/** Looking up or rendering this many accounts takes a millisecond or two; other requests get their turn after that. */
export const STEP_KEYS = 100;

/** Rows of a list that are read within a few milliseconds. */
const STEP_ROWS = 500;

/**
 * Reads up to `limit` rows of a list, a few hundred per turn of the event loop. `reading` must be a snapshot if the limit
 * is larger than STEP_KEYS.
 */
export async function rowsInSteps<Row>(
  start: number,
  limit: number,
  read: (start: number, limit: number) => Promise<readonly Row[]>,
  next: (last: Row) => number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const asked = Math.min(STEP_ROWS, limit - rows.length);
    const step = asked > 0 ? await read(start, asked) : [];
    rows.push(...step);
    if (step.length < asked || rows.length === limit) return rows;
    start = next(step.at(-1)!);
    await nextTurn();
  }
}

/** What `work` makes of each part of a long list, one part a turn of the event loop. */
export async function inSteps<Item, Result>(
  items: readonly Item[],
  work: (part: readonly Item[]) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += STEP_KEYS) {
    if (from > 0) await nextTurn();
    results.push(await work(items.slice(from, from + STEP_KEYS)));
  }
  return results;
}
