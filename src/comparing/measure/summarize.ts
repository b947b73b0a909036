/** Durations of requests in milliseconds. */
export interface Latency {
  readonly requests: number;
  /** Requests without an answer. */
  readonly failures: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  /** Answers per second for one caller that sends requests back to back. */
  readonly perSecond: number;
}

export function summarize(times: readonly number[], failures: number): Latency {
  const sorted = times.toSorted((a, b) => a - b);
  const total = sorted.reduce((sum, ms) => sum + ms, 0);
  return {
    requests: times.length + failures,
    failures,
    p50: percentile(sorted, 0.5),
    p90: percentile(sorted, 0.9),
    p99: percentile(sorted, 0.99),
    perSecond: total === 0 ? 0 : (sorted.length * 1000) / total,
  };
}

/** The smallest value that this share of the values does not exceed. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
