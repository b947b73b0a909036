import { h, replace, svg, type Child } from "../dom.ts";
import { digits, percent } from "../format.ts";
import type { Holder } from "../items.ts";
import { tokenAmount } from "../mints/tokenText.ts";

/** How the supply of a mint is distributed over its holders. */
export interface Distribution {
  readonly element: HTMLElement;
  draw(holders: readonly Holder[], whole: boolean): void;
}

/** `countAll` fetches all holders, to show shares of the whole supply. */
export function distribution(mint: string, countAll: () => void): Distribution {
  const element = h("section", {
    class: "panel distribution",
    "aria-label": "Distribution",
  });
  const draw = (holders: readonly Holder[], whole: boolean): void => {
    if (holders.length === 0) {
      element.hidden = true;
      return;
    }
    const balances = holders.map(({ balance }) => BigInt(balance));
    const total = balances.reduce((sum, balance) => sum + balance, 0n);
    replace(
      element,
      summary(mint, balances, total, whole),
      shareBar(balances, total),
      magnitudes(balances),
      !whole &&
        h(
          "p",
          { class: "muted" },
          `Of the ${digits(holders.length)} largest holders. `,
          h("button", { type: "button", click: countAll }, "Count all holders"),
        ),
    );
  };
  return { element, draw };
}

const sum = (part: readonly bigint[]): bigint =>
  part.reduce((total, value) => total + value, 0n);

function summary(
  mint: string,
  balances: readonly bigint[],
  total: bigint,
  whole: boolean,
) {
  const fact = (title: string, value: Child) =>
    h("div", {}, h("dt", {}, title), h("dd", {}, value));
  return h(
    "dl",
    { class: "figures" },
    fact(
      whole ? "Holders" : "Holders counted",
      digits(balances.length) + (whole ? "" : "+"),
    ),
    fact(whole ? "Supply held" : "Held by them", tokenAmount(mint, total)),
    fact("Largest", percent(balances[0]!, total)),
    fact("Top 10", percent(sum(balances.slice(0, 10)), total)),
    fact("Top 100", percent(sum(balances.slice(0, 100)), total)),
  );
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

/** The number of holders by number of digits of their balance. */
function magnitudes(balances: readonly bigint[]): HTMLElement {
  const counts = new Map<number, number>();
  for (const balance of balances) {
    const length = String(balance).length - 1;
    counts.set(length, (counts.get(length) ?? 0) + 1);
  }
  const low = Math.min(...counts.keys());
  const powers = Array.from(
    { length: Math.max(...counts.keys()) - low + 1 },
    (_, i) => low + i,
  );
  const most = Math.max(...counts.values());
  const label = powers
    .map((power) => `from 10^${power}: ${counts.get(power) ?? 0} holders`)
    .join(", ");
  return h(
    "figure",
    {},
    h("figcaption", {}, "Holders by size of balance"),
    h(
      "div",
      { class: "columns", role: "img", "aria-label": label },
      ...powers.map((power) => column(power, counts.get(power) ?? 0, most)),
    ),
  );
}

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function column(power: number, count: number, most: number): HTMLElement {
  const height = count === 0 ? 0 : Math.max(2, (count / most) * 100);
  const name = `10${String(power).replace(/\d/g, (digit) => SUPERSCRIPT[Number(digit)]!)}`;
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
