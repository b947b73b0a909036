import { h, svg } from "../dom.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
  /** The value in words, with every digit. */
  readonly text: string;
}

export interface LineChart {
  readonly title: string;
  /** At least one, by x. */
  readonly points: readonly Point[];
  readonly place: (x: number) => string;
}

const WIDTH = 600;
/** Room for the last value after its step. */
const LAST = 8;
const HEIGHT = 140;

/** A value that stays the same until it changes, as a line with steps. */
export function lineChart(chart: LineChart): HTMLElement {
  const { title, points, place } = chart;
  const first = points[0]!;
  const last = points.at(-1)!;
  const highest = points.reduce((a, b) => (b.y > a.y ? b : a));
  const most = Math.max(highest.y, 1);
  const span = last.x - first.x || 1;
  const xOf = (x: number) => ((x - first.x) / span) * (WIDTH - LAST);
  const yOf = (y: number) => HEIGHT - (y / most) * (HEIGHT - 6);
  let path = `M0,${yOf(first.y).toFixed(1)}`;
  for (const { x, y } of points)
    path += `H${xOf(x).toFixed(1)}V${yOf(y).toFixed(1)}`;
  path += `H${WIDTH}`;
  return h(
    "figure",
    { class: "line-chart" },
    h("figcaption", {}, title, h("b", {}, last.text)),
    svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": `${title}: from ${first.text} at ${place(first.x)} to ${last.text} at ${place(last.x)}, at most ${highest.text}`,
      },
      svg("path", { class: "area", d: `${path}V${HEIGHT}H0Z` }),
      svg("path", { class: "line", d: path }),
    ),
    h(
      "p",
      { class: "axis" },
      h("span", {}, place(first.x)),
      h("span", {}, place(last.x)),
    ),
  );
}
