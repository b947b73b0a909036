import type { WorstRow } from "../worst/run.ts";

// prettier-ignore
const COLUMNS: readonly (readonly [title: string, width: number, of: (row: WorstRow) => string])[] = [
  ["method", -37, ({ method }) => method],
  ["what", -32, ({ what }) => what],
  ["units", 6, ({ units }) => units.toFixed(1)],
  ["held ms", 8, ({ longest }) => longest.toFixed(1)],
  ["by clock", 8, ({ longestByClock }) => longestByClock.toFixed(1)],
  ["CPU ms", 8, ({ sum }) => sum.toFixed(1)],
  ["CPU/unit", 8, ({ sum, units }) => (sum / units).toFixed(2)],
  ["KB", 8, ({ bytes }) => (bytes / 1000).toFixed(1)],
  ["error", 7, ({ error }) => error === null ? "" : String(error)],
];

const pad = (text: string, width: number): string =>
  width < 0 ? text.padEnd(-width) : text.padStart(width);

export function worstHead(): string {
  return COLUMNS.map(([title, width]) => pad(title, width)).join(" ");
}

export function worstLine(row: WorstRow): string {
  return COLUMNS.map(([, width, of]) => pad(of(row), width)).join(" ");
}
