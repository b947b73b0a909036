import type { Indexing, LatencyRow } from "../latency/run.ts";

const MEANWHILE: Readonly<Record<Indexing, (row: LatencyRow) => string>> = {
  none: () => "nothing being indexed",
  beside: ({ indexed }) =>
    `while ${indexed.toFixed(0)} transactions/s are indexed`,
  within: ({ indexed }) =>
    `while ${indexed.toFixed(0)} transactions/s are indexed by the one that answers`,
};

export function latencyLine(row: LatencyRow): string {
  const { target, indexing, rate, p50, p99 } = row;
  return `${target} at half load (${rate.toFixed(0)} pages/s of 10), ${MEANWHILE[indexing](row)}: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms${again(row)}`;
}

function again({ repeated }: LatencyRow): string {
  return repeated === 0
    ? ""
    : ` (${repeated} of the seconds measured again: the host had taken the processors)`;
}
