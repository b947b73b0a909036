import { h } from "../dom.ts";
import type { Holder, InContext, Page } from "../items.ts";
import type { List } from "../lists.ts";
import { mintInfo } from "../mints/mintInfo.ts";
import { distribution } from "../parts/distribution.ts";
import { downloadButton } from "../parts/downloadButton.ts";
import { PagedTable } from "../parts/pagedTable.ts";
import { slotPicker } from "../parts/slotPicker.ts";
import type { Column } from "../parts/tableRows.ts";
import { listRequest } from "../subject.ts";
import { Summaries } from "../tx/summaries.ts";
import type { ViewContext } from "../view.ts";
import { accountFilter, filterOf } from "./accountFilter.ts";

/** One list about a key, now or at a slot. */
export function listView(context: ViewContext, list: List): HTMLElement {
  const { subject: key, options } = context.route;
  const slot = slotOf(context, list);
  const filter = list.view === "accounts" ? filterOf(options) : {};
  const params = { ...filter, ...(slot !== null && { atSlot: slot }) };
  const total = Promise.withResolvers<bigint | null>();
  const isHolders = list.view === "holders";
  const chart = isHolders
    ? distribution({
        mint: key,
        isNow: slot === null,
        countAll: () => void table.walk(),
      })
    : null;
  if (isHolders && slot === null) void supplyOf(key).then(total.resolve);
  const summaries = new Summaries(context, () => {
    table.element.classList.add("no-what");
  });
  const table = new PagedTable<unknown>({
    caption: list.title,
    columns: list.columns({
      key,
      summaries,
      total: total.promise,
    }) as readonly Column<unknown>[],
    copied: list.copied as (item: unknown) => string,
    ...(list.layout && { layout: list.layout }),
    empty: list.empty,
    fetch: (cursor) => fetchPage(context, list, params, cursor),
    onItems: (items, whole) => {
      const holders = items as readonly Holder[];
      chart?.draw(holders, whole);
      if (isHolders && whole) total.resolve(sumOf(holders));
    },
  });
  return h(
    "div",
    {},
    h(
      "div",
      { class: "list-bar" },
      context.server.ofThePast.has(list.method) && slotPicker(context, list),
      downloadButton(list, key, params),
    ),
    list.view === "accounts" && accountFilter(context.route),
    chart?.element ?? null,
    table.element,
  );
}

function slotOf({ route, server }: ViewContext, list: List): number | null {
  const text = route.options.get("at");
  if (text === null || !server.ofThePast.has(list.method)) return null;
  const slot = Number(text);
  return Number.isSafeInteger(slot) && slot >= 0 ? slot : null;
}

/** Pages in which nothing is to be shown that are read in a row. */
const MOST_EMPTY = 5;

async function fetchPage(
  context: ViewContext,
  list: List,
  params: Readonly<Record<string, unknown>>,
  start: string | null,
): Promise<Page> {
  const isShown = (list.only ?? (() => true)) as (item: unknown) => boolean;
  let cursor = start;
  for (let pages = 1; ; pages++) {
    const paging = { limit: list.page, ...(cursor && { cursor }) };
    const request = listRequest(list, context.route.subject, {
      ...params,
      ...paging,
    });
    const { value } = (await context.ask(request)) as InContext<Page>;
    const items = value.items.filter(isShown);
    if (items.length > 0 || value.cursor === null || pages === MOST_EMPTY)
      return { items, cursor: value.cursor };
    cursor = value.cursor;
  }
}

async function supplyOf(mint: string): Promise<bigint | null> {
  const info = await mintInfo(mint);
  // The sum over all holders is used where the server does not know it.
  if (info?.supply == null) return new Promise(() => undefined);
  return BigInt(info.supply);
}

const sumOf = (holders: readonly Holder[]): bigint =>
  holders.reduce((sum, { balance }) => sum + BigInt(balance), 0n);
