import { h, type Child } from "../dom.ts";
import { copyIcon } from "./copyButton.ts";

export interface Column<Item> {
  readonly title: string;
  /**
   * "wide" takes the remaining width, "what" most of it, and "reason" less; the others are as wide as their content needs, and numbers
   * are aligned right.
   */
  readonly kind:
    | ("wide" | "wide right" | "what" | "reason" | "mid")
    | ("number" | "count" | "share" | "slot" | "time" | "short");
  readonly cell: (item: Item, index: number) => Child;
}

export interface Rows<Item> {
  readonly columns: readonly Column<Item>[];
  /** What the copy button of a row copies; there is none without it. */
  readonly copied?: (item: Item) => string;
}

export function headRow<Item>({ columns, copied }: Rows<Item>): HTMLElement {
  const heads = columns.map(({ title, kind }) =>
    h("th", { scope: "col", class: kind }, title),
  );
  const last = h(
    "th",
    { class: "tool" },
    h("span", { class: "for-readers" }, "Copy"),
  );
  return h("tr", {}, ...heads, copied ? last : null);
}

export function itemRow<Item>(
  { columns, copied }: Rows<Item>,
  item: Item,
  index: number,
): HTMLElement {
  const cells = columns.map(({ title, kind, cell }) =>
    h("td", { class: kind, "data-title": title }, cell(item, index)),
  );
  const last =
    copied &&
    h("td", { class: "tool" }, copyIcon("the key of this row", copied(item)));
  return h("tr", {}, ...cells, last ?? null);
}

/** A placeholder of the final size, so that the layout does not shift. */
export function boneRow<Item>({ columns, copied }: Rows<Item>): HTMLElement {
  const cells = columns.map(({ title, kind }) =>
    h("td", { class: kind, "data-title": title }, h("span", { class: "bone" })),
  );
  return h(
    "tr",
    { class: "skeleton", "aria-hidden": "true" },
    ...cells,
    copied ? h("td", { class: "tool" }) : null,
  );
}
