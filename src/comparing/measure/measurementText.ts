import { table } from "../table.ts";
import { type Measurement, NETWORK } from "./measure.ts";

/** A table for each server. The network comes first, because every other time includes it. */
export function renderMeasurements(rows: readonly Measurement[]): string {
  const byServer = Map.groupBy(rows, ({ url }) => url);
  return [...byServer]
    .map(([url, own]) => `${url}\n${tableOf(networkFirst(own))}`)
    .join("\n\n");
}

const HEAD = ["ms", "requests", "failed", "p50", "p90", "p99", "per second"];

function tableOf(rows: readonly Measurement[]): string {
  const cells = rows.map((row) => [
    ...[row.method, row.requests, row.failures],
    ...[row.p50, row.p90, row.p99].map((ms) => ms.toFixed(1)),
    row.perSecond.toFixed(0),
  ]);
  return table([HEAD, ...cells]);
}

export function networkFirst(rows: readonly Measurement[]): Measurement[] {
  const isNetwork = ({ method }: Measurement) => method === NETWORK;
  return [...rows.filter(isNetwork), ...rows.filter((row) => !isNetwork(row))];
}
