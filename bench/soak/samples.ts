import { readFileSync, readdirSync } from "node:fs";

export interface Sample {
  readonly minute: number;
  readonly requests: number;
  readonly wrong: number;
  readonly p50: number;
  readonly p99: number;
  /** Private memory of the process: heap, buffers, SQLite's page caches. */
  readonly anonMb: number;
  /** Mapped files, mainly the store. The system reclaims them when memory is short. */
  readonly fileMb: number;
  /** Size of the old generation of the heap, where a leak shows. */
  readonly heapMb: number;
  /** Buffers and other memory outside the heap. */
  readonly externalMb: number;
  readonly storeMb: number;
  readonly handles: number;
  readonly slot: number;
}

/** Memory and open files of a process according to the system. */
export function usageOf(
  pid: number,
): Pick<Sample, "anonMb" | "fileMb" | "handles"> {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string): number => {
    const [, kilobytes] = new RegExp(`${name}:\\s+(\\d+)`).exec(status)!;
    return Math.round(Number(kilobytes) / 1024);
  };
  return {
    anonMb: megabytes("RssAnon"),
    fileMb: megabytes("RssFile"),
    handles: readdirSync(`/proc/${pid}/fd`).length,
  };
}

/** From the service's own metrics. */
export async function insideOf(
  base: string,
): Promise<Pick<Sample, "heapMb" | "externalMb" | "storeMb" | "slot">> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const read = (name: string): number => {
    const line = text.split("\n").find((one) => one.startsWith(`${name} `))!;
    return Number(line.slice(name.length + 1));
  };
  const megabytes = (name: string) => Math.round(read(name) / 1e5) / 10;
  return {
    heapMb: megabytes('nodejs_heap_space_size_used_bytes{space="old"}'),
    externalMb: megabytes("nodejs_external_memory_bytes"),
    storeMb: megabytes("tachyon_store_bytes"),
    slot: read("tachyon_indexed_slot"),
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
  "anonMb",
  "fileMb",
  "heapMb",
  "externalMb",
  "storeMb",
  "handles",
  "slot",
] as const;

export function toCsv(samples: readonly Sample[]): string {
  const rows = samples.map((sample) =>
    COLUMNS.map((column) => sample[column]).join(","),
  );
  return `${[COLUMNS.join(","), ...rows].join("\n")}\n`;
}

/** One sample as a progress line. */
export function describe(sample: Sample): string {
  return COLUMNS.map((column) => `${column} ${sample[column]}`).join("  ");
}
