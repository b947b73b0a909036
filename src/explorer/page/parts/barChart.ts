import { h, svg } from "../dom.ts";
import { digits } from "../format.ts";

export interface Bar {
  readonly count: number;
  /** Where it stands, in words. */
  readonly place: string;
}

export interface BarChart {
  readonly title: string;
  readonly note: string;
  readonly bars: readonly Bar[];
  /** Under the first and the last bar. */
  readonly ends: readonly [first: string, last: string];
}

const BAR = 10;
const GAP = 2;
const HEIGHT = 100;
/** A bar with anything in it is never drawn as an empty one. */
const LEAST = 2;

export function barChart({ title, note, bars, ends }: BarChart): HTMLElement {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const label = `${title}, ${note}: from ${ends[0]} to ${ends[1]}, at most ${digits(most)}`;
  return h(
    "figure",
    {},
    h("figcaption", {}, title, h("span", { class: "muted" }, note)),
    svg(
      "svg",
      {
        class: "bars",
        viewBox: `0 0 ${bars.length * BAR - GAP} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": label,
      },
      ...bars.map((bar, at) => rect(bar, at, most)),
    ),
    h("p", { class: "axis" }, h("span", {}, ends[0]), h("span", {}, ends[1])),
  );
}

function rect({ count, place }: Bar, at: number, most: number): SVGElement {
  const height = count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT);
  return svg(
    "rect",
    { x: at * BAR, y: HEIGHT - height, width: BAR - GAP, height },
    svg("title", {}, `${place}: ${digits(count)}`),
  );
}
