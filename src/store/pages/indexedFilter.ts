import type { DataFilter } from "../../domain/query.ts";
import type { Reading } from "../connection.ts";
import { IndexState, listKey } from "../filterIndexes.ts";
import type { AccountPageRequest, Page } from "../page.ts";
import type { Reader } from "../reader.ts";
import * as tables from "../tables.ts";
import { definePages } from "./definePages.ts";
import { scanForMatches } from "./filterScan.ts";

const windows = {
  table: tables.accountsByWindow,
  pages: definePages(tables.accountsByWindow, "asc"),
};

/** Which index answers the filters, the list to walk, and what is left to look for in it. */
interface Plan {
  readonly id: number;
  readonly key: Uint8Array;
  readonly rest: readonly DataFilter[];
}

/** A page from an index that one of the filters covers; null when there is none, or it went away meanwhile. */
export async function indexedPage(
  read: Reader,
  request: AccountPageRequest,
  separator: string,
): Promise<Page | null> {
  const plan = await planFor(read, request);
  if (!plan) return null;
  const asked = { ...request, key: plan.key, filters: plan.rest };
  const page =
    plan.rest.length === 0
      ? await windows.pages.page(read, asked, { separator })
      : await scanForMatches(read, windows, asked, separator);
  // An index is marked as dropped before its rows go: one that is still ready was whole when the page was read.
  return (await isReady(read, plan.id)) ? page : null;
}

async function planFor(
  read: Reading,
  { key: owner, filters }: AccountPageRequest,
): Promise<Plan | null> {
  const sql = read.dialect.placeholders(
    `select id, start, length from ${tables.filterIndexes.name} where owner = ? and state = ${IndexState.Ready} order by length desc`,
  );
  for (const row of await read.all(sql, [owner])) {
    const [id, start, length] = row as [number, number, number];
    const covering = filters.find((filter) => covers(filter, start, length));
    if (!covering) continue;
    const at = start - covering.offset;
    const window = covering.bytes.subarray(at, at + length);
    const exact = covering.bytes.length === length;
    const rest = exact ? filters.filter((f) => f !== covering) : filters;
    return { id, key: listKey(id, window), rest };
  }
  return null;
}

function covers(
  { offset, bytes }: DataFilter,
  start: number,
  length: number,
): boolean {
  return offset <= start && offset + bytes.length >= start + length;
}

async function isReady(read: Reading, id: number): Promise<boolean> {
  const sql = read.dialect.placeholders(
    `select 1 from ${tables.filterIndexes.name} where id = ? and state = ${IndexState.Ready}`,
  );
  return (await read.all(sql, [id])).length > 0;
}
