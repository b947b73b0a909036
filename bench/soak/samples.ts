import { readFileSync, readdirSync } from "node:fs";

export interface Sample {
  readonly minute: number;
  readonly requests: number;
  readonly wrong: number;
  readonly p50: number;
  readonly p99: number;
  readonly rssMb: number;
  readonly handles: number;
  readonly slot: number;
}

/** Memory and open files of a process, as the system counts them. */
export function usageOf(pid: number): Pick<Sample, "rssMb" | "handles"> {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)![1]);
  return {
    rssMb: Math.round(kilobytes / 1024),
    handles: readdirSync(`/proc/${pid}/fd`).length,
  };
}

export function quantile(sorted: readonly number[], share: number): number {
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return Math.round((sorted[at] ?? 0) * 100) / 100;
}

const COLUMNS = [
  "minute",
  "requests",
  "wrong",
  "p50",
  "p99",
  "rssMb",
  "handles",
  "slot",
] as const;

export function toCsv(samples: readonly Sample[]): string {
  const rows = samples.map((sample) =>
    COLUMNS.map((column) => sample[column]).join(","),
  );
  return `${[COLUMNS.join(","), ...rows].join("\n")}\n`;
}
