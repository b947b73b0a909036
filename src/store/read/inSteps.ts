import { setImmediate as nextTurn } from "node:timers/promises";

/** Looking up or rendering this many accounts takes a millisecond or two; other requests get their turn after that. */
export const STEP_KEYS = 100;

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
