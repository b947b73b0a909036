import { readFileSync, readdirSync } from "node:fs";

export interface Sample {
  readonly minute: number;
  readonly requests: number;
  readonly wrong: number;
  readonly p50: number;
  readonly p99: number;
  readonly rssMb: number;
  /** Objects that outlived collections: what a leak would be in. */
  readonly heapMb: number;
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

/** From the service's own metrics. */
export async function heapOf(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const old = /^nodejs_heap_space_size_used_bytes\{space="old"\} (\S+)/m;
  return Math.round(Number(old.exec(text)![1]) / 1e5) / 10;
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
  "heapMb",
  "handles",
  "slot",
] as const;

export function toCsv(samples: readonly Sample[]): string {
  const rows = samples.map((sample) =>
    COLUMNS.map((column) => sample[column]).join(","),
  );
  return `${[COLUMNS.join(","), ...rows].join("\n")}\n`;
}
