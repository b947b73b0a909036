import type { DataFilter } from "../../domain/query.ts";
import type { Reading } from "../connection.ts";
import { type FilterIndex, IndexState, listKey } from "./definition.ts";
import type { AccountPageRequest, MaybePromise, Page } from "../page.ts";
import type { Reader } from "../reader.ts";
import * as tables from "../schema/tables.ts";
import { definePages } from "../read/pages/definePages.ts";
import { scanForMatches } from "./scan.ts";

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
export function indexedPage(
  read: Reader,
  request: AccountPageRequest,
  separator: string,
): MaybePromise<Page | null> {
  const plan = planFor(read, request);
  return plan
    ? pageBy(plan, read, request, separator)
    : lookAndPage(read, request, separator);
}

async function lookAndPage(
  read: Reader,
  request: AccountPageRequest,
  separator: string,
): Promise<Page | null> {
  await read.readyIndexes.look(read);
  const plan = planFor(read, request);
  return plan ? pageBy(plan, read, request, separator) : null;
}

function pageBy(
  plan: Plan,
  read: Reader,
  request: AccountPageRequest,
  separator: string,
): MaybePromise<Page | null> {
  const asked = { ...request, key: plan.key, filters: plan.rest };
  if (plan.rest.length > 0)
    return ifReady(read, plan, scanForMatches(read, windows, asked, separator));
  const ready = { separator, where: WHILE_READY, values: [plan.id] };
  const page = windows.pages.page(read, asked, ready);
  if (!(page instanceof Promise) && page.count > 0) return page;
  return ifReady(read, plan, page);
}

/** An index is marked as dropped before its rows go: one that is still ready was whole when the page was read. */
async function ifReady(
  read: Reader,
  { id, rest }: Plan,
  reading: MaybePromise<Page>,
): Promise<Page | null> {
  const page = await reading;
  if (rest.length === 0 && page.count > 0) return page;
  return (await isReady(read, id)) ? page : null;
}

/** Part of the page's own statement: whatever it finds was there while the index was whole. */
const WHILE_READY = `and exists (select 1 from ${tables.filterIndexes.name} where id = ? and state = ${IndexState.Ready})`;

function planFor(
  { readyIndexes }: Reader,
  { key: owner, filters }: AccountPageRequest,
): Plan | null {
  const coveringOf = (index: FilterIndex) =>
    filters.find((filter) => covers(filter, index));
  const index = readyIndexes.known(
    owner,
    (each) => coveringOf(each) !== undefined,
  );
  if (!index) return null;
  const { id, offset, length } = index;
  const covering = coveringOf(index)!;
  const at = offset - covering.offset;
  const window = covering.bytes.subarray(at, at + length);
  const exact = covering.bytes.length === length;
  const rest = exact ? filters.filter((f) => f !== covering) : filters;
  return { id, key: listKey(id, window), rest };
}

function covers({ offset, bytes }: DataFilter, index: FilterIndex): boolean {
  return (
    offset <= index.offset &&
    offset + bytes.length >= index.offset + index.length
  );
}

async function isReady(read: Reading, id: number): Promise<boolean> {
  const sql = read.dialect.placeholders(
    `select 1 from ${tables.filterIndexes.name} where id = ? and state = ${IndexState.Ready}`,
  );
  return (await read.all(sql, [id])).length > 0;
}
