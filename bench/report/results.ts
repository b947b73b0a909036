import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import type { IndexingRow } from "../indexing/run.ts";
import type { LatencyRow } from "../latency/run.ts";
import type { PageRow } from "../pages/run.ts";

/** The format that `--json` writes and `--compare` reads. */
export interface Results {
  readonly node: string;
  readonly machine: string;
  readonly pages: readonly PageRow[];
  readonly indexing: readonly IndexingRow[];
  readonly latency: readonly LatencyRow[];
}

type Measured = Pick<Results, "pages" | "indexing" | "latency">;

export function resultsOf(measured: Measured): Results {
  const cores = cpus();
  return {
    node: process.version,
    machine: `${cores.length} × ${cores[0]?.model.trim() ?? "unknown"}`,
    ...measured,
  };
}

export function readResults(path: string): Results {
  return JSON.parse(readFileSync(path, "utf8")) as Results;
}
