import { h } from "../dom.ts";
import type { Holder, InContext, Page } from "../items.ts";
import type { List } from "../lists.ts";
import { distribution } from "../parts/distribution.ts";
import {
  PagedTable,
  type Column,
  type TableOptions,
} from "../parts/pagedTable.ts";
import { listRequest } from "../subject.ts";
import type { ViewContext } from "../view.ts";
import { accountFilter, filterOf } from "./accountFilter.ts";

/** One list about a key. */
export function listView(context: ViewContext, list: List): HTMLElement {
  const { subject: key, options } = context.route;
  const more = list.view === "accounts" ? filterOf(options) : {};
  const tableOptions: TableOptions<unknown> = {
    caption: list.title,
    columns: list.columns as readonly Column<unknown>[],
    empty: list.empty,
    fetch: async (cursor) => {
      const paging = { limit: list.page, ...(cursor && { cursor }) };
      const answer = await context.ask(
        listRequest(list, key, { ...more, ...paging }),
      );
      return (answer as InContext<Page>).value;
    },
  };
  if (list.view === "holders") return holders(tableOptions);
  const table = new PagedTable(tableOptions).element;
  return list.view === "accounts"
    ? h("div", {}, accountFilter(context.route), table)
    : table;
}

function holders(options: TableOptions<unknown>): HTMLElement {
  const chart = distribution(() => void table.walk());
  const table = new PagedTable({
    ...options,
    onItems: (items, whole) => {
      chart.draw(items as readonly Holder[], whole);
    },
  });
  return h("div", {}, chart.element, table.element);
}
