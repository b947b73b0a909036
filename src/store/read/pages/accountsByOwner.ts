import type { MaybePromise } from "../../maybePromise.ts";
import type { AccountPageRequest, Page } from "../../page.ts";
import type { Reader } from "../../reader.ts";
import * as tables from "../../schema/tables.ts";
import { definePages } from "./definePages.ts";
import { scanForMatches } from "../../filterIndexes/scan.ts";
import { indexedPage } from "../../filterIndexes/page.ts";
import { ITEM_BREAK, slicedItems } from "./slicedItems.ts";

const table = tables.accountsByOwner;
const accounts = definePages(table, "asc");

export const accountsByOwner = {
  page(read: Reader, request: AccountPageRequest): MaybePromise<Page> {
    const { dataSlice, filters } = request;
    if (!dataSlice && filters.length === 0) return accounts.page(read, request);
    const separator = dataSlice ? ITEM_BREAK : ",";
    const indexed =
      filters.length > 0 ? indexedPage(read, request, separator) : null;
    // A page from a filter index costs no more than any other page.
    if (indexed && !(indexed instanceof Promise) && !dataSlice) return indexed;
    return pageOfSome(read, request, indexed, separator);
  },
};

/** The slower path: items are filtered by their data or sliced. */
async function pageOfSome(
  read: Reader,
  request: AccountPageRequest,
  indexed: MaybePromise<Page | null>,
  separator: string,
): Promise<Page> {
  const { dataSlice, filters } = request;
  const lists = { table, pages: accounts };
  const page =
    (await indexed) ??
    (filters.length > 0
      ? await read.snapshot((reading) =>
          scanForMatches(reading, lists, request, separator),
        )
      : await accounts.page(read, request, { separator }));
  if (!dataSlice) return page;
  return { ...page, items: await slicedItems(page.items, dataSlice) };
}
