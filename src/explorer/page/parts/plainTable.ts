import { h, type Child } from "../dom.ts";

export interface PlainColumn<Item> {
  readonly title: string;
  readonly kind: string;
  readonly cell: (item: Item) => Child;
}

/** A table of items that are all there. */
export function plainTable<Item>(
  caption: string,
  columns: readonly PlainColumn<Item>[],
  items: readonly Item[],
): HTMLElement {
  const heads = columns.map(({ title, kind }) =>
    h("th", { scope: "col", class: kind }, title),
  );
  const rows = items.map((item) =>
    h(
      "tr",
      {},
      ...columns.map(({ title, kind, cell }) =>
        h("td", { class: kind, "data-title": title }, cell(item)),
      ),
    ),
  );
  return h(
    "div",
    { class: "table" },
    h(
      "table",
      {},
      h("caption", { class: "for-readers" }, caption),
      h("thead", {}, h("tr", {}, ...heads)),
      h("tbody", {}, ...rows),
    ),
  );
}
