// What stores of other sizes take, from one that was measured: rows grow with the accounts, and the bytes of a row stay.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UNDO_SLOTS } from "../../src/store/write/undo.ts";
import type { Sizes, TableSize } from "./sizes.ts";
import type { Workload } from "./workloads.ts";

export type Engine = "SQLite" | "PostgreSQL";
export const ENGINES: readonly Engine[] = ["SQLite", "PostgreSQL"];

/** Sizes by engine, workload and accounts, as `npm run disk -- --write` has measured them. */
export type Measured = Partial<
  Record<Engine, Partial<Record<Workload, Record<string, Sizes>>>>
>;
export const MEASURED_FILE = join(import.meta.dirname, "measured.json");
export const readMeasured = (): Measured =>
  JSON.parse(readFileSync(MEASURED_FILE, "utf8")) as Measured;
const measured = readMeasured();

/** Tables that stop growing, at how many times a size. */
const MOST: Readonly<Record<string, (size: TableSize) => number>> = {
  list_changes: ({ bytes }) => (64 * 2 ** 20) / bytes,
  undo: ({ rows }) => UNDO_SLOTS / rows,
};
/** Tables with fewer rows do not grow with the accounts: trees, facts, counts. */
const FEW = 200;

export function modelSizes(
  engine: Engine,
  workload: Workload,
  accounts: number,
): Sizes {
  const { accounts: reference, sizes } = largestOf(
    measured[engine]![workload]!,
  );
  const factor = accounts / reference;
  return Object.fromEntries(
    Object.entries(sizes).map(([table, size]) => [
      table,
      scaled(size, factorOf(table, size, factor)),
    ]),
  );
}

/** The largest store that was measured, from which all others are calculated. */
export function largestOf(bySize: Readonly<Record<string, Sizes>>) {
  const accounts = Math.max(...Object.keys(bySize).map(Number));
  return { accounts, sizes: bySize[accounts]! };
}

function factorOf(table: string, size: TableSize, factor: number): number {
  const most = MOST[table]?.(size);
  if (most !== undefined) return Math.min(factor, Math.max(1, most));
  return size.rows < FEW ? 1 : factor;
}

function scaled(size: TableSize, factor: number): TableSize {
  const leaves = Math.ceil(size.leaves * factor);
  return {
    rows: Math.round(size.rows * factor),
    bytes: size.bytes * factor,
    indexBytes: size.indexBytes * factor,
    leaves,
    ...levelsAbove(leaves, fanOut(size)),
  };
}

/** Pages that an inner page leads to: each page but the root is under one. Few pages do not show it. */
function fanOut({ leaves, innerPages }: TableSize): number {
  return leaves < 20 ? 100 : (leaves + innerPages - 1) / innerPages;
}

function levelsAbove(leaves: number, fanOut: number) {
  let depth = 1;
  let innerPages = 0;
  for (let pages = leaves; pages > 1; depth++) {
    pages = Math.ceil(pages / fanOut);
    innerPages += pages;
  }
  return { depth, innerPages };
}

/** All tables together. */
export function totalOf(sizes: Sizes) {
  const all = Object.values(sizes);
  const sum = (of: (size: TableSize) => number) =>
    all.reduce((total, size) => total + of(size), 0);
  return {
    bytes: sum(({ bytes, indexBytes }) => bytes + indexBytes),
    indexBytes: sum(({ indexBytes }) => indexBytes),
    innerPages: sum(({ innerPages }) => innerPages),
  };
}
