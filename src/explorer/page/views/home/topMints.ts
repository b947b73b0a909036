import { h, replace, type Child } from "../../dom.ts";
import { digits, units } from "../../format.ts";
import type { MintInfo } from "../../items.ts";
import { mintLabel } from "../../mints/tokenText.ts";
import { plainTable } from "../../parts/plainTable.ts";
import type { Column } from "../../parts/tableRows.ts";
import type { HomePart, Statistics } from "../../statistics.ts";

const columns: readonly Column<MintInfo>[] = [
  { title: "Top mints", kind: "wide", cell: mintLabel },
  {
    title: "Holders",
    kind: "share",
    cell: ({ holders }) => numberOf(holders),
  },
  {
    title: "Supply",
    kind: "number",
    cell: ({ supply, decimals }) =>
      supply === null ? "–" : units(supply, decimals ?? 0),
  },
];

/** The mints with the most holders; nothing where the server does not count them. */
export function topMints(): HomePart {
  const element = h("section", {
    class: "top-mints",
    "aria-label": "Top mints",
    hidden: true,
  });
  const show = ({ topMints }: Statistics): void => {
    element.hidden = topMints.length === 0;
    if (topMints.length > 0) replace(element, ...tableOf(topMints));
  };
  return { element, show };
}

function tableOf(mints: readonly MintInfo[]): readonly Child[] {
  return [
    h("h2", { class: "for-readers" }, "Mints with the most holders"),
    plainTable("Mints with the most holders", { columns }, mints),
  ];
}

const numberOf = (value: MintInfo["holders"]): string =>
  value === null ? "–" : digits(value);
