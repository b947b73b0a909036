// Plots the cost of a page at each size of the store. The lines should be flat.
import { ALWAYS_READ, type PageRow } from "../pages/run.ts";

const WIDTH = 760;
const HEIGHT = 420;
const LEFT = 70;
const RIGHT = 300;
const TOP = 40;
const BOTTOM = 50;
const COLOURS = [
  "#1b6ca8",
  "#d1495b",
  "#3a7d44",
  "#8e6c8a",
  "#e09f3e",
  "#00798c",
  "#5f0f40",
  "#606c38",
];

export function drawCosts(rows: readonly PageRow[], items: number): string {
  const shown = rows.filter(
    (row) =>
      row.items === items &&
      row.place === "first" &&
      row.target === ALWAYS_READ,
  );
  const sizes = [...new Set(shown.map(({ accounts }) => accounts))].sort(
    (a, b) => a - b,
  );
  const highest = Math.max(...shown.map(({ cpuPerRequest }) => cpuPerRequest));
  const x = scale(sizes.map(Math.log10), LEFT, WIDTH - RIGHT);
  const y = scale([0, highest * 1.1], HEIGHT - BOTTOM, TOP);
  const methods = [...new Set(shown.map(({ method }) => method))];
  const lines = methods.map((method, i) => {
    const points = shown
      .filter((row) => row.method === method)
      .map((row) => [x(Math.log10(row.accounts)), y(row.cpuPerRequest)]);
    return line(points, COLOURS[i % COLOURS.length]!, method, TOP + 20 * i);
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    text(LEFT, 20, `CPU time of a page of ${items}, µs, by accounts`),
    ...sizes.map((size) => tick(x(Math.log10(size)), size)),
    ...[0, highest].map((cost) =>
      text(10, y(cost) + 4, `${cost.toFixed(0)} µs`),
    ),
    ...lines,
    "</svg>",
  ].join("\n");
}

function scale(
  values: readonly number[],
  from: number,
  to: number,
): (value: number) => number {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  return (value) => from + ((value - low) / span) * (to - from);
}

function line(
  points: readonly number[][],
  colour: string,
  name: string,
  at: number,
): string {
  const path = points.map((point) => point.map(round).join(",")).join(" ");
  return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${text(WIDTH - RIGHT + 20, at + 20, name, colour)}`;
}

function tick(x: number, accounts: number): string {
  return text(x - 20, HEIGHT - 20, accounts.toLocaleString("en"));
}

function text(x: number, y: number, content: string, colour = "#333"): string {
  return `<text x="${round(x)}" y="${round(y)}" fill="${colour}">${content}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
