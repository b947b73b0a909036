import { h, svg } from "../dom.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface LineChart {
  readonly title: string;
  /** At least one, by x. */
  readonly points: readonly Point[];
  readonly value: (y: number) => string;
  readonly place: (x: number) => string;
}

const WIDTH = 600;
const HEIGHT = 140;

/** A value that stays the same until it changes, as a line with steps. */
export function lineChart(chart: LineChart): HTMLElement {
  const { title, points, value, place } = chart;
  const first = points[0]!;
  const last = points.at(-1)!;
  const most = Math.max(...points.map(({ y }) => y), 1);
  const span = last.x - first.x || 1;
  const xOf = (x: number) => ((x - first.x) / span) * WIDTH;
  const yOf = (y: number) => HEIGHT - (y / most) * (HEIGHT - 6);
  let path = `M0,${yOf(first.y).toFixed(1)}`;
  for (const { x, y } of points)
    path += `H${xOf(x).toFixed(1)}V${yOf(y).toFixed(1)}`;
  path += `H${WIDTH}`;
  return h(
    "figure",
    { class: "line-chart" },
    h("figcaption", {}, title, h("b", {}, value(last.y))),
    svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": `${title}: from ${value(first.y)} at ${place(first.x)} to ${value(last.y)} at ${place(last.x)}, at most ${value(most)}`,
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
