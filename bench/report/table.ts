import type { PageRow } from "../pages/run.ts";

// prettier-ignore
const COLUMNS: readonly (readonly [title: string, width: number, of: (row: PageRow) => string])[] = [
  ["accounts", 9, ({ accounts }) => String(accounts)],
  ["target", 15, ({ target }) => target],
  ["method", 38, ({ method }) => method],
  ["place", 8, ({ place }) => place],
  ["items", 6, ({ items }) => String(items)],
  ["pages/s", 8, ({ rate }) => rate.toFixed(0)],
  ["of bare", 8, ({ ofBare }) => ofBare.toFixed(3)],
  ["by CPU", 7, ({ cpuOfBare }) => cpuOfBare.toFixed(3)],
  ["p50 ms", 7, ({ p50 }) => p50.toFixed(2)],
  ["p99 ms", 7, ({ p99 }) => p99.toFixed(2)],
  ["MB/s", 6, ({ bytesPerSecond }) => (bytesPerSecond / 1e6).toFixed(0)],
  ["CPU µs", 7, ({ cpuPerRequest }) => cpuPerRequest.toFixed(0)],
  ["own MB", 7, ({ memory }) => (memory / 1e6).toFixed(0)],
];

export function tableHead(): string {
  return COLUMNS.map(([title, width]) => title.padStart(width)).join(" ");
}

export function tableLine(row: PageRow): string {
  return COLUMNS.map(([, width, of]) => of(row).padStart(width)).join(" ");
}
