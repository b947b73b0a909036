import type { DataFilter } from "../../domain/query.ts";
import { type FilterIndex, IndexState, listKey } from "./definition.ts";
import { andThen, type MaybePromise } from "../maybePromise.ts";
import type { AccountPageRequest, Page } from "../page.ts";
import type { Reader } from "../reader.ts";
import * as tables from "../schema/tables.ts";
import { definePages } from "../read/pages/definePages.ts";
import { scanForMatches } from "./scan.ts";

const windows = {
  table: tables.accountsByWindow,
  pages: definePages(tables.accountsByWindow, "asc"),
};

/** The index for the filters, the list to read, and the remaining conditions. */
interface Plan {
  readonly id: number;
  readonly key: Uint8Array;
  readonly rest: readonly DataFilter[];
}

/** A page from an index that covers one of the filters; null if there is none, or it was dropped meanwhile. */
export function indexedPage(
  read: Reader,
  request: AccountPageRequest,
  separator: string,
): MaybePromise<Page | null> {
  const plan = planFor(read, request);
  return plan
    ? pageBy(plan, read, request, separator)
    : scanPage(read, request, separator);
}

async function scanPage(
  read: Reader,
  request: AccountPageRequest,
  separator: string,
): Promise<Page | null> {
  await read.readyIndexes.look(read);
  const plan = planFor(read, request);
  return plan ? pageBy(plan, read, request, separator) : null;
}

/** Null if the index is not ready in the state that the page was read from. */
function pageBy(
  plan: Plan,
  read: Reader,
  request: AccountPageRequest,
  separator: string,
): MaybePromise<Page | null> {
  const asked = { ...request, key: plan.key, filters: plan.rest };
  const onlyIf = { sql: COUNT_READY, values: [plan.id] };
  if (plan.rest.length > 0)
    return read.snapshot(async (reading) => {
      const sql = `select (${COUNT_READY})`;
      const [row] = await reading.all(sql, onlyIf.values);
      if (row![0] === 0) return null;
      return scanForMatches(reading, windows, asked, separator);
    });
  const page = windows.pages.page(read, asked, { separator, onlyIf });
  return andThen(page, ifReady);
}

/**
 * Checked in the statement or snapshot that reads the rows, because a standby may lag behind. An index is marked as
 * dropped before its rows are removed, so one that is ready there is complete there.
 */
const COUNT_READY = `select count(*) from ${tables.filterIndexes.name} where id = ? and state = ${IndexState.Ready}`;

function ifReady(page: Page): Page | null {
  return page.conditionMet ? page : null;
}

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
