import { setImmediate as nextTurn } from "node:timers/promises";
import type { DataFilter } from "../../domain/query.ts";
import { Chunks, chunksOf } from "../../render/text.ts";
import type { Reading, Value } from "../connection.ts";
import type { MaybePromise } from "../maybePromise.ts";
import type { AccountPageRequest, Page } from "../page.ts";
import type { Table } from "../schema/tables.ts";
import type { Pages } from "../read/pages/definePages.ts";

/** A list of accounts with their data. */
export interface ScannedList {
  readonly table: Table;
  readonly pages: Pages;
}

/** A step of this many rows takes a few milliseconds. Other requests run between steps. */
export const STEP_ROWS = 1_000;
/** Steps per request. After that it returns the matches so far and a cursor to continue from. */
export const MAX_STEPS = 50;

/** A page of the accounts whose data matches every filter, found by scanning a bounded number of rows of a snapshot. */
export async function scanForMatches(
  reading: Reading,
  { table, pages }: ScannedList,
  request: AccountPageRequest,
  separator: string,
): Promise<Page> {
  const parts: string[] = [];
  let count = 0;
  let after = request.after;
  for (let step = 1; ; step++) {
    const end = await endOfStep(reading, table, request.key, after);
    const wanted = { ...request, after, limit: request.limit - count };
    const found = await matchesUpTo(end, reading, pages, wanted, separator);
    if (found.count > 0) {
      if (parts.length > 0) parts.push(separator);
      parts.push(...chunksOf(found.items));
    }
    count += found.count;
    const spent = step === MAX_STEPS;
    if (found.cursor || !end || wanted.limit === 0 || spent) {
      const cursor = found.cursor ?? (spent ? end : null);
      const scanned = step * STEP_ROWS; // at most: the last step may be short
      return {
        ...found,
        items: new Chunks(parts),
        count,
        scanned,
        cursor,
      };
    }
    after = end;
    await nextTurn();
  }
}

/** The last position of this step, or null if the list ends before it. */
async function endOfStep(
  reading: Reading,
  table: Table,
  key: Uint8Array,
  after: Uint8Array | null,
): Promise<Uint8Array | null> {
  const sql = `select position from ${table.name} where key = ? and position > ? order by position limit 1 offset ${STEP_ROWS - 1}`;
  const [row] = await reading.all(sql, [key, after ?? new Uint8Array(0)]);
  return row ? (row[0] as Uint8Array) : null;
}

function matchesUpTo(
  end: Uint8Array | null,
  reading: Reading,
  pages: Pages,
  request: AccountPageRequest,
  separator: string,
): MaybePromise<Page> {
  const conditions = request.filters.map(condition);
  if (end) conditions.push({ sql: "and position <= ?", values: [end] });
  return pages.page(reading, request, {
    separator,
    where: conditions.map(({ sql }) => sql).join(" "),
    values: conditions.flatMap(({ values }) => values),
  });
}

/** No account data is longer than this. Clamps larger offsets, which never match, to a value both engines accept. */
const BEYOND_ALL_DATA = 2 ** 30;

/** Missing or short data does not match. */
function condition({ offset, bytes }: DataFilter): {
  sql: string;
  values: Value[];
} {
  const start = Math.min(offset, BEYOND_ALL_DATA);
  return {
    sql: "and substr(data, ?, ?) = ? and length(data) >= ?",
    values: [start + 1, bytes.length, bytes, start + bytes.length],
  };
}
