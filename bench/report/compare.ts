import type { IndexingRow } from "../indexing/run.ts";
import type { LatencyRow } from "../latency/run.ts";
import type { PageRow } from "../pages/run.ts";
import { sourceOf } from "./indexingTable.ts";
import type { Results } from "./results.ts";

/** The change since an older run, appended to the line of the same case; empty without an older run. */
export interface Comparison {
  /** Compares shares, not rates, because the speed of machines varies over time. */
  page(row: PageRow): string;
  indexing(row: IndexingRow): string;
  latency(row: LatencyRow): string;
}

export function comparison(old: Results | null): Comparison {
  const page = lookUp(old?.pages, idOfPage);
  const indexing = lookUp(old?.indexing, sourceOf);
  const latency = lookUp(old?.latency, idOfLatency);
  const entry = <Row>(
    find: (row: Row) => Row | undefined,
    describe: (row: Row, before: Row) => string,
  ) => {
    return (row: Row): string => {
      if (!old) return "";
      const before = find(row);
      return before ? `  ${describe(row, before)}` : "  new";
    };
  };
  return {
    page: entry(
      page,
      (row, before) =>
        `${times(row.ofBare, before.ofBare)} of bare, ${times(row.cpuOfBare, before.cpuOfBare)} by CPU`,
    ),
    indexing: entry(
      indexing,
      (row, before) => `${times(rateOf(row), rateOf(before))} transactions/s`,
    ),
    latency: entry(
      latency,
      (row, before) =>
        `p50 ${times(row.p50, before.p50)}, p99 ${times(row.p99, before.p99)}`,
    ),
  };
}

const idOfPage = (row: PageRow): string =>
  [row.accounts, row.target, row.method, row.place, row.items].join(" ");

const idOfLatency = ({ target, indexing, chain }: LatencyRow): string =>
  `${target} ${indexing} ${chain}`;

function lookUp<Row>(rows: readonly Row[] = [], idOf: (row: Row) => string) {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return (row: Row) => byId.get(idOf(row));
}

function rateOf({ transactions, seconds }: IndexingRow): number {
  return transactions / seconds;
}

function times(now: number, before: number): string {
  return `×${(now / before).toFixed(2)}`;
}
