import { h } from "../dom.ts";
import { headRow, itemRow, type Rows } from "./tableRows.ts";

/** A table of items that are all there. */
export function plainTable<Item>(
  caption: string,
  rows: Rows<Item>,
  items: readonly Item[],
): HTMLElement {
  return h(
    "div",
    { class: "table" },
    h(
      "table",
      {},
      h("caption", { class: "for-readers" }, caption),
      h("thead", {}, headRow(rows)),
      h("tbody", {}, ...items.map((item, at) => itemRow(rows, item, at))),
    ),
  );
}
