import { h, replace, svg } from "../../dom.ts";
import { digits, timeAgo } from "../../format.ts";
import type { InContext, Page, Signature } from "../../items.ts";
import { LATEST } from "../../parts/latestTable.ts";
import { call } from "../../rpc.ts";
import type { ViewContext } from "../../view.ts";

/** One request, which costs as much as two dozen small ones. */
const LATEST_COUNT = 1000;
const MOST_BARS = 60;

/** The latest transactions by slot, as bars. */
export function activity({ signal }: ViewContext) {
  const element = h("section", {
    class: "panel activity",
    "aria-label": "Transactions over time",
  });
  let known: readonly Signature[] = [];
  const draw = (): void => {
    element.hidden = known.length === 0;
    if (known.length > 0) replace(element, chart(known));
  };
  const add = (fresh: readonly Signature[]): void => {
    known = [...fresh, ...known].slice(0, LATEST_COUNT);
    draw();
  };
  element.hidden = true;
  void call({ method: LATEST, params: { limit: LATEST_COUNT } }, signal)
    .then(({ result }) => {
      known = (result as InContext<Page<Signature>>).value.items;
      draw();
    })
    // The list of transactions says what is wrong.
    .catch(() => undefined);
  return { element, add };
}

/** Newest first. */
function chart(transactions: readonly Signature[]): HTMLElement {
  const newest = transactions[0]!;
  const oldest = transactions.at(-1)!;
  const [from, to] = [Number(oldest.slot), Number(newest.slot)];
  const width = Math.ceil((to - from + 1) / MOST_BARS);
  const counts = new Array<number>(Math.floor((to - from) / width) + 1).fill(0);
  for (const { slot } of transactions)
    counts[Math.floor((Number(slot) - from) / width)]!++;
  const most = Math.max(...counts);
  const label = `${digits(transactions.length)} transactions in slots ${digits(from)} to ${digits(to)}, at most ${digits(most)} in ${slots(width)}`;
  return h(
    "figure",
    {},
    h(
      "figcaption",
      {},
      "Transactions over time",
      h(
        "span",
        { class: "muted" },
        `latest ${digits(transactions.length)}, ${slots(width)} a bar`,
      ),
    ),
    bars(counts, most, label, (at) => {
      const start = from + at * width;
      return width === 1
        ? `slot ${digits(start)}`
        : `slots ${digits(start)} to ${digits(start + width - 1)}`;
    }),
    h(
      "p",
      { class: "axis" },
      h("span", {}, `slot ${digits(from)}, ${timeAgo(oldest.blockTime)}`),
      h("span", {}, `slot ${digits(to)}, ${timeAgo(newest.blockTime)}`),
    ),
  );
}

const slots = (count: number): string =>
  count === 1 ? "1 slot" : `${digits(count)} slots`;

const BAR = 10;
const GAP = 2;
const HEIGHT = 100;

function bars(
  counts: readonly number[],
  most: number,
  label: string,
  place: (at: number) => string,
): SVGElement {
  const rects = counts.map((count, at) => {
    const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
    return svg(
      "rect",
      { x: at * BAR, y: HEIGHT - height, width: BAR - GAP, height },
      svg("title", {}, `${place(at)}: ${digits(count)}`),
    );
  });
  return svg(
    "svg",
    {
      class: "bars",
      viewBox: `0 0 ${counts.length * BAR - GAP} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": label,
    },
    ...rects,
  );
}
