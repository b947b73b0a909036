import type { AccountPageRequest, MaybePromise, Page } from "../page.ts";
import type { Reader } from "../reader.ts";
import * as tables from "../tables.ts";
import { definePages } from "./definePages.ts";
import { scanForMatches } from "./filterScan.ts";
import { indexedPage } from "./indexedFilter.ts";
import { ITEM_BREAK, slicedItems } from "./slicedItems.ts";

const table = tables.accountsByOwner;
const accounts = definePages(table, "asc");

export const accountsByOwner = {
  page(read: Reader, request: AccountPageRequest): MaybePromise<Page> {
    const { dataSlice, filters } = request;
    if (!dataSlice && filters.length === 0) return accounts.page(read, request);
    return pageOfSome(read, request);
  },
};

/** The slower way: items that are chosen by their data or cut. */
async function pageOfSome(
  read: Reader,
  request: AccountPageRequest,
): Promise<Page> {
  const { dataSlice, filters } = request;
  const separator = dataSlice ? ITEM_BREAK : ",";
  const page =
    filters.length > 0
      ? ((await indexedPage(read, request, separator)) ??
        (await scanForMatches(
          read,
          { table, pages: accounts },
          request,
          separator,
        )))
      : await accounts.page(read, request, { separator });
  if (!dataSlice) return page;
  return { ...page, items: slicedItems(page.items, dataSlice) };
}
