import { setImmediate as nextTurn } from "node:timers/promises";
import { Chunks, type Text } from "../../render/text.ts";
import { type MaybePromise, whenAll } from "../maybePromise.ts";

/** Looking up or rendering this many accounts takes a millisecond or two; then other requests run. */
export const STEP_KEYS = 100;

/** Reading, changing or sending this much text takes about a millisecond. */
export const STEP_CHARACTERS = 2 ** 19;

/** A list that is read in steps by the number of its next row. */
export interface RowSteps<Row> {
  readonly start: number;
  readonly limit: number;
  readonly read: (start: number, limit: number) => Promise<readonly Row[]>;
  readonly next: (last: Row) => number;
}

/**
 * What `work` makes of up to `limit` rows of a list, a hundred per turn of the event loop. They must be read from a
 * snapshot if the limit is larger than STEP_KEYS.
 */
export async function rowsInSteps<Row, Result>(
  { start, limit, read, next }: RowSteps<Row>,
  work: (rows: readonly Row[]) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let from = start;
  for (let left = limit; ;) {
    const asked = Math.min(STEP_KEYS, left);
    const rows = asked > 0 ? await read(from, asked) : [];
    if (rows.length > 0) results.push(work(rows));
    left -= rows.length;
    if (rows.length < asked || left === 0) return results;
    from = next(rows.at(-1)!);
    await nextTurn();
  }
}

/** The results of `work` for each part of a long list, one part per turn of the event loop. */
export function inSteps<Item, Result>(
  items: readonly Item[],
  work: (part: readonly Item[]) => MaybePromise<Result>,
): MaybePromise<Result[]> {
  return items.length <= STEP_KEYS
    ? whenAll(items.length > 0 ? [work(items)] : [], (results) => [...results])
    : inSeveralSteps(items, work);
}

async function inSeveralSteps<Item, Result>(
  items: readonly Item[],
  work: (part: readonly Item[]) => MaybePromise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += STEP_KEYS) {
    if (from > 0) await nextTurn();
    results.push(await work(items.slice(from, from + STEP_KEYS)));
  }
  return results;
}

/** The text with each of its chunks changed, a large one in steps. */
export function changeInSteps(
  text: Text,
  change: (chunk: string) => string,
): MaybePromise<Text> {
  if (typeof text === "string") return change(text);
  return text.length < STEP_CHARACTERS
    ? text.map(change)
    : changeChunks(text.take(), change);
}

async function changeChunks(
  chunks: readonly string[],
  change: (chunk: string) => string,
): Promise<Chunks> {
  const changed: string[] = [];
  let characters = 0;
  for (const chunk of chunks) {
    changed.push(change(chunk));
    characters += chunk.length;
    if (characters < STEP_CHARACTERS) continue;
    characters = 0;
    await nextTurn();
  }
  return new Chunks(changed);
}
