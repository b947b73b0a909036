import type { ChainKind } from "../indexing/chains.ts";
import type { Indexing, LatencyRow } from "../latency/run.ts";

const MEANWHILE: Readonly<Record<Indexing, (row: LatencyRow) => string>> = {
  none: () => "nothing being indexed",
  beside: (row) => `while ${transactionsOf(row)} are indexed`,
  within: (row) =>
    `while ${transactionsOf(row)} are indexed by the same process`,
};

const KINDS: Readonly<Record<ChainKind, string>> = {
  transfers: "transfers/s",
  mainnet: "mainnet-like transactions/s",
};

function transactionsOf({ indexed, chain }: LatencyRow): string {
  return `${indexed.toFixed(0)} ${KINDS[chain]}`;
}

export function latencyLine(row: LatencyRow): string {
  const { target, indexing, rate, p50, p99 } = row;
  return `${target} at half load (${rate.toFixed(0)} pages/s of 10), ${MEANWHILE[indexing](row)}: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms${reuse(row)}`;
}

function reuse({ repeated }: LatencyRow): string {
  return repeated === 0
    ? ""
    : ` (${repeated} of the measurements repeated because of steal time)`;
}
