import { h, replace, svg, type Child } from "../dom.ts";
import { countOf, digits, percent } from "../format.ts";
import type { Holder, MintInfo } from "../items.ts";
import { mintInfo } from "../mints/mintInfo.ts";
import { type Band, balanceBands } from "../mints/balanceBands.ts";
import { tokenAmount } from "../mints/tokenText.ts";
import { figures, type Figure } from "./figures.ts";

/** How the supply of a mint is distributed over its holders. */
export interface Distribution {
  readonly element: HTMLElement;
  draw(holders: readonly Holder[], whole: boolean): void;
}

export interface DistributionOptions {
  readonly mint: string;
  /** Whether the holders are those of now, whose number and sum the page shows already. */
  readonly isNow: boolean;
  /** Fetches all holders, to show shares of the whole supply. */
  readonly countAll: () => void;
}

export function distribution(options: DistributionOptions): Distribution {
  const element = h("section", {
    class: "panel distribution",
    "aria-label": "Distribution",
  });
  const known = mintInfo(options.mint);
  const draw = (holders: readonly Holder[], whole: boolean): void => {
    element.hidden = holders.length === 0;
    if (holders.length === 0) return;
    const balances = holders.map(({ balance }) => BigInt(balance));
    void known.then((info) => {
      replace(element, ...parts(options, info, balances, whole));
    });
  };
  return { element, draw };
}

function parts(
  { mint, isNow, countAll }: DistributionOptions,
  info: MintInfo | null,
  balances: readonly bigint[],
  whole: boolean,
): readonly Child[] {
  const total = sum(balances);
  const isShown = isNow && whole && info?.supply != null;
  const totals: Figure[] = [
    [whole ? "Holders" : "Holders counted", digits(balances.length)],
    [whole ? "Supply held" : "Held by them", tokenAmount(mint, total)],
  ];
  return [
    figures([...(isShown ? [] : totals), ...shares(balances, total)]),
    total > 0n && shareBar(balances, total),
    total > 0n && magnitudes(balances, info?.decimals ?? 0),
    !whole &&
      h(
        "p",
        { class: "muted" },
        `Of the ${digits(balances.length)} largest holders. `,
        h("button", { type: "button", click: countAll }, "Count all holders"),
      ),
  ];
}

const sum = (part: readonly bigint[]): bigint =>
  part.reduce((total, value) => total + value, 0n);

function shares(balances: readonly bigint[], total: bigint): Figure[] {
  const top = (count: number) => percent(sum(balances.slice(0, count)), total);
  return [
    ["Largest", top(1)],
    ...[10, 100]
      .filter((count) => count < balances.length)
      .map((count): Figure => [`Top ${count}`, top(count)]),
  ];
}

const BANDS: readonly (readonly [name: string, from: number, to: number])[] = [
  ["Largest", 0, 1],
  ["2 – 10", 1, 10],
  ["11 – 100", 10, 100],
  ["Others", 100, Infinity],
];

/** One bar for the whole supply, divided by rank. */
function shareBar(balances: readonly bigint[], total: bigint): HTMLElement {
  const bands = BANDS.map(([name, from, to], index) => {
    const part = sum(balances.slice(from, to));
    return {
      name,
      index,
      text: percent(part, total),
      width: Number((part * 10_000n) / total) / 100,
    };
  }).filter(({ width }) => width > 0);
  let x = 0;
  const bars = bands.map(({ index, width }) => {
    const bar = svg("rect", {
      class: `band-${index}`,
      x,
      y: 0,
      width,
      height: 4,
    });
    x += width;
    return bar;
  });
  const label = bands.map(({ name, text }) => `${name}: ${text}`).join(", ");
  return h(
    "figure",
    {},
    h("figcaption", {}, "Share by rank"),
    svg(
      "svg",
      {
        viewBox: "0 0 100 4",
        preserveAspectRatio: "none",
        class: "share-bar",
        role: "img",
        "aria-label": label,
      },
      ...bars,
    ),
    h(
      "ul",
      { class: "legend" },
      ...bands.map(({ name, index, text }) =>
        h(
          "li",
          {},
          h("span", { class: `dot band-${index}` }),
          `${name} `,
          h("b", {}, text),
        ),
      ),
    ),
  );
}

/** The number of holders by size of their balance, in whole tokens. */
function magnitudes(
  balances: readonly bigint[],
  decimals: number,
): HTMLElement {
  const bands = balanceBands(balances, decimals);
  const most = Math.max(...bands.map(({ count }) => count));
  const label = bands
    .map(({ name, count }) => `${name}: ${countOf(count, "holder")}`)
    .join(", ");
  return h(
    "figure",
    {},
    h("figcaption", {}, "Holders by size of balance"),
    h(
      "div",
      { class: "columns", role: "img", "aria-label": label },
      ...bands.map((band) => column(band, most)),
    ),
  );
}

function column({ name, count }: Band, most: number): HTMLElement {
  const height = count === 0 ? 0 : Math.max(2, (count / most) * 100);
  return h(
    "div",
    { class: "column" },
    h("span", { class: "column-count" }, count === 0 ? "" : digits(count)),
    svg(
      "svg",
      { viewBox: "0 0 10 100", preserveAspectRatio: "none" },
      svg("rect", { x: 0, y: 100 - height, width: 10, height }),
    ),
    h("span", { class: "column-name" }, name),
  );
}
