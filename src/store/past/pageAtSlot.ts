// A page of a list as of a slot: current rows that existed then and past rows that still existed. readPart.ts merges
// them in the order of the list.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Slot } from "../../domain/values.ts";
import { Chunks } from "../../render/text.ts";
import type { Reading } from "../connection.ts";
import type { Page, PageRequest } from "../page.ts";
import { type Interval, intervalOf, restAfter } from "./interval.ts";
import { nodesAround } from "./lifetimes.ts";
import type { PastList, RowAtSlot } from "./pastLists.ts";
import { readPart } from "./readPart.ts";

/**
 * Rows per step from each source: the current list and each node. In the worst case none of them existed at the slot.
 */
const FEWEST_ROWS = 32;
const MOST_ROWS = 1_250;
/** The same where current rows are read with their items, before it is known which of them existed. */
const MOST_ITEMS = 500;
/** Each source is about as dense as the list, so this share above the limit gives most pages in one step. */
const SPARE = 1.25;
/** Rows per step from all sources together, which takes some milliseconds. */
const STEP_ROWS = 20_000;
/** After this many rows a page ends with fewer items than requested and a cursor to continue from, like one of a filter. */
const MOST_SCANNED = 50_000;

/** The requested slot and the last indexed one. */
export interface Moment {
  readonly slot: Slot;
  readonly head: Slot;
}

/** `reading` must be a snapshot, and `moment` of it. */
export async function pageAtSlot(
  reading: Reading,
  list: PastList,
  request: PageRequest,
  moment: Moment,
): Promise<Page> {
  const { key, limit } = request;
  const { direction } = list;
  const texts: string[] = [];
  let count = 0;
  let scanned = 0;
  let cursor: Uint8Array | null = null;
  let rest: Interval = intervalOf(request, direction);
  const sources = nodesAround(moment.slot, moment.head).length + 1;
  const most = Math.min(
    list.since ? MOST_ITEMS : MOST_ROWS,
    Math.ceil(STEP_ROWS / sources),
  );
  let rows = Math.min(Math.max(Math.ceil(limit * SPARE), FEWEST_ROWS), most);
  while (limit > 0) {
    const part = await readPart(reading, list, { key, rest, rows }, moment);
    const taken = await take(reading, list, part.found, limit - count);
    if (taken.items.length > 0) texts.push(taken.items.join(","));
    count += taken.items.length;
    scanned += part.scanned;
    const at = count === limit ? taken.last : part.end;
    if (at === null) break;
    if (count === limit || scanned >= MOST_SCANNED) {
      cursor = at;
      break;
    }
    rest = restAfter(rest, at, direction);
    rows = Math.min(2 * rows, most);
    await nextTurn();
  }
  const items = joined(texts);
  return { ...moment, items, count, scanned, cursor, trees: null };
}

/** Looking up and rendering this many rows takes a millisecond or two. */
const PORTION = 100;

/** The items of the first rows that match the request, at most `wanted`. */
async function take(
  reading: Reading,
  list: PastList,
  found: readonly RowAtSlot[],
  wanted: number,
): Promise<{ items: string[]; last: Uint8Array | null }> {
  const items: string[] = [];
  let last: Uint8Array | null = null;
  for (let at = 0; at < found.length && items.length < wanted;) {
    const portion = at === 0 ? wanted : PORTION;
    const rows = found.slice(at, at + portion);
    at += portion;
    const shown = await list.items(reading, rows);
    for (let i = 0; i < rows.length && items.length < wanted; i++) {
      const item = shown[i];
      if (item === undefined || item === null) continue;
      items.push(item);
      last = rows[i]!.position;
    }
  }
  return { items, last };
}

function joined(texts: readonly string[]): Page["items"] {
  if (texts.length < 2) return texts[0] ?? "";
  return new Chunks(texts.flatMap((text, i) => (i > 0 ? [",", text] : text)));
}
