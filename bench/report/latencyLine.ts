import type { LatencyRow } from "../latency/run.ts";

export function latencyLine(row: LatencyRow): string {
  const when = row.indexing
    ? `while indexing ${row.indexed.toFixed(0)} transactions/s`
    : "nothing being indexed";
  return `half load (${row.rate.toFixed(0)} pages/s of 10), ${when}: p50 ${row.p50.toFixed(2)} ms, p99 ${row.p99.toFixed(2)} ms`;
}
