import type { Measurement } from "./measure.ts";
import { networkFirst } from "./measurementText.ts";

const WIDTH = 900;
const LEFT = 310;
const RIGHT = 90;
const TOP = 50;
const BAR = 12;
const GAP = 10;
const COLOURS = ["#1b6ca8", "#d1495b", "#3a7d44", "#8e6c8a", "#e09f3e"];

/** An SVG picture: a bar up to p50 for each method and server, and a line from there to p99. */
export function drawMeasurements(rows: readonly Measurement[]): string {
  const urls = [...new Set(rows.map(({ url }) => url))];
  const byMethod = [...Map.groupBy(networkFirst(rows), ({ method }) => method)];
  const step = urls.length * BAR + GAP;
  const top = TOP + urls.length * 16;
  const height = top + byMethod.length * step + 20;
  const longest = Math.max(1, ...rows.map(({ p99 }) => p99));
  const x = (ms: number) => LEFT + (ms / longest) * (WIDTH - LEFT - RIGHT);
  const legend = urls.map((url, i) =>
    text(10, TOP + i * 16, shownUrl(url), colour(i)),
  );
  const bars = byMethod.flatMap(([method, own], at) => [
    text(10, top + at * step + BAR, method),
    ...own.map((row) => {
      const i = urls.indexOf(row.url);
      return bar(row, top + at * step + i * BAR, x, colour(i));
    }),
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${height}" fill="white"/>`,
    text(10, 24, "Milliseconds: bar p50, line p99"),
    ...legend,
    ...bars,
    "</svg>",
    "",
  ].join("\n");
}

function colour(i: number): string {
  return COLOURS[i % COLOURS.length]!;
}

/** Pictures are shared, so keys in the path and the query of a URL are left out. */
function shownUrl(url: string): string {
  return new URL(url).host;
}

function bar(
  { p50, p99 }: Measurement,
  y: number,
  x: (ms: number) => number,
  fill: string,
): string {
  const middle = y + BAR / 2;
  const [start, half, end] = [x(0), x(p50), x(p99)].map(round);
  return [
    `<rect x="${start!}" y="${y + 1}" width="${round(half! - start!)}" height="${BAR - 2}" fill="${fill}"/>`,
    `<line x1="${half!}" y1="${middle}" x2="${end!}" y2="${middle}" stroke="${fill}"/>`,
    text(end! + 6, y + BAR - 2, `${p50.toFixed(1)} / ${p99.toFixed(1)}`),
  ].join("");
}

function text(x: number, y: number, content: string, fill = "#333"): string {
  const escaped = content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x}" y="${y}" fill="${fill}">${escaped}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
