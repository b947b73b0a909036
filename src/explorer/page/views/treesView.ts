import { h } from "../dom.ts";
import { digits } from "../format.ts";
import { keyLink } from "../parts/keyText.ts";
import { PagedTable } from "../parts/pagedTable.ts";
import type { Column } from "../parts/tableRows.ts";
import {
  kindOfTree,
  readTrees,
  type Tree,
  waitingText,
} from "../merkle/trees.ts";
import { treeVerdict } from "../merkle/treeVerdict.ts";
import type { ViewContext } from "../view.ts";

const columns: readonly Column<Tree>[] = [
  { title: "Tree", kind: "wide", cell: ({ tree }) => keyLink(tree) },
  { title: "Kind", kind: "short", cell: kindOfTree },
  { title: "Leaves", kind: "count", cell: ({ leaves }) => digits(leaves) },
  { title: "Waiting", kind: "count", cell: waitingText },
  { title: "Root", kind: "short", cell: treeVerdict },
];

/** All Merkle trees. */
export function treesView(context: ViewContext): HTMLElement {
  const table = new PagedTable<Tree>({
    caption: "Merkle trees",
    columns,
    fetch: async () => ({ items: await readTrees(context), cursor: null }),
    empty: ["No trees yet", "They appear with the first block that uses them."],
  });
  return h(
    "div",
    {},
    h("div", { class: "title-row" }, h("h1", {}, "Merkle trees")),
    table.element,
    h(
      "p",
      { class: "explained" },
      "Waiting: accounts or addresses to be added + spent accounts to be nullified. A root is checked when it was compared with the tree’s account on chain.",
    ),
  );
}
