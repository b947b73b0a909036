import { h } from "../dom.ts";
import { digits } from "../format.ts";
import type { Integer } from "../integer.ts";
import type { InContext, Page } from "../items.ts";
import { keyLink, none } from "../parts/keyText.ts";
import { emptyNotice } from "../parts/notice.ts";
import { PagedTable } from "../parts/pagedTable.ts";
import { slotLink } from "../parts/slotLink.ts";
import type { Column } from "../parts/tableRows.ts";
import { call } from "../rpc.ts";
import type { ViewContext } from "../view.ts";

export const SET_ASIDE_LINK = "set-aside";
const METHOD = "getSetAsideTransactions";
const PAGE = 100;

interface SetAside {
  readonly slot: Integer;
  readonly index: number;
  readonly signature: string | null;
  readonly reason: string;
}

const columns: readonly Column<SetAside>[] = [
  { title: "Slot", kind: "mid", cell: ({ slot }) => slotLink(slot) },
  { title: "Place", kind: "short", cell: ({ index }) => digits(index) },
  {
    title: "Transaction",
    kind: "wide",
    cell: ({ signature }) => (signature === null ? none() : keyLink(signature)),
  },
  {
    title: "Why",
    kind: "reason",
    cell: ({ reason }) => h("span", { class: "wrap" }, reason),
  },
];

/** Transactions that could not be decoded. */
export function setAsideView(context: ViewContext): HTMLElement {
  const title = h(
    "div",
    { class: "title-row" },
    h("h1", {}, "Transactions set aside"),
  );
  if (!context.server.methods.has(METHOD))
    return h("div", {}, title, emptyNotice("This server does not list them"));
  const table = tableOf("Transactions set aside", async (cursor) => {
    const params = { limit: PAGE, ...(cursor && { cursor }) };
    const answer = await context.ask({ method: METHOD, params });
    return (answer as InContext<Page<SetAside>>).value;
  });
  return h(
    "div",
    {},
    title,
    h(
      "p",
      { class: "explained above" },
      "A transaction that cannot be decoded is kept with the reason. It never stops the indexer, and the rest of its block is indexed.",
    ),
    table.element,
  );
}

function tableOf(
  caption: string,
  fetch: (cursor: string | null) => Promise<Page<SetAside>>,
): PagedTable<SetAside> {
  return new PagedTable<SetAside>({
    caption,
    columns,
    fetch,
    empty: ["Nothing was set aside", "Every transaction could be decoded."],
  });
}

/** Those of one slot; nothing if there are none. */
export function setAsideOfSlot(
  { server, signal }: ViewContext,
  slot: number,
): HTMLElement {
  const element = h("div", {});
  if (!server.methods.has(METHOD)) return element;
  void call({ method: METHOD, params: { slot, limit: PAGE } }, signal)
    .then(({ result }) => {
      const page = (result as InContext<Page<SetAside>>).value;
      if (page.items.length > 0) element.append(...section(page));
    })
    // The list above says what is wrong.
    .catch(() => undefined);
  return element;
}

function section({ items }: Page<SetAside>): readonly Node[] {
  const first = { items, cursor: null };
  const table = tableOf("Set aside", () => Promise.resolve(first));
  return [h("h2", {}, "Set aside"), table.element];
}
