import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import type { LoadResult } from "../load/generate.ts";
import { pageCases } from "../pages/cases.ts";
import { BenchProcess } from "../process.ts";
import { prepareStore } from "../state/prepare.ts";
import { startService } from "../targets/service.ts";
import { startTarget } from "../targets/target.ts";

/** How the chain is indexed meanwhile: not at all, or by a process that is as important as others, or less so. */
export type Indexing = "none" | "beside" | "nice";

export interface LatencyRow {
  readonly target: string;
  readonly indexing: Indexing;
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Transactions indexed a second meanwhile. */
  readonly indexed: number;
}

const ACCOUNTS = 100_000;
const INDEXED_PER_SECOND = 1_000;
const MILLISECONDS = 5_000;
/** The first seconds at a new pace are those of compilers, the bare server's too. */
const WARM_UP_MS = 3_000;
const NICE: Readonly<Record<Exclude<Indexing, "none">, number>> = {
  beside: 0,
  nice: 10,
};

/** How long answers take from one worker at half of the load it can bear, and from a bare server at that rate. */
export async function runLatency(): Promise<LatencyRow[]> {
  const folder = mkdtempSync(join(import.meta.dirname, "../data/latency-"));
  const file = join(folder, "store.db");
  copyFileSync(await prepareStore(ACCOUNTS), file);
  const url = `sqlite://${file}`;
  const bodies = await bodiesFor(url);
  const generator = await BenchProcess.start("load/generatorProcess.ts");
  const args = ["--disable-indexing", "--db-url", url, "--workers", "1"];
  const service = await startService("1 worker", args);
  const bare = await startTarget("bare", "targets/bareProcess.ts");
  const load = { bodies, connections: 32 };
  const ask = (port: number, more: object) =>
    generator.ask<LoadResult>({ ...load, port, ...more });
  try {
    const rows: LatencyRow[] = [];
    for (const indexing of ["none", "beside", "nice"] as const) {
      await whileIndexing(url, indexing, async (written) => {
        // Half of what the service can bear now: what is indexed takes its share of the cores.
        const full = await ask(service.port, { milliseconds: 3_000 });
        const rate = full.answers / full.seconds / 2;
        for (const { name, port } of [bare, service]) {
          await ask(port, { milliseconds: WARM_UP_MS, rate });
          const before = await written();
          const result = await ask(port, { milliseconds: MILLISECONDS, rate });
          const { p50, p99, seconds } = result;
          const indexed = ((await written()) - before) / seconds;
          rows.push({ target: name, indexing, rate, p50, p99, indexed });
        }
      });
    }
    return rows;
  } finally {
    await Promise.all([generator.stop(), service.stop(), bare.stop()]);
    rmSync(folder, { recursive: true });
  }
}

/** Runs the work beside a process that indexes, and gives it a way to ask how much that has written. */
async function whileIndexing(
  url: string,
  indexing: Indexing,
  work: (written: () => Promise<number>) => Promise<void>,
): Promise<void> {
  if (indexing === "none") return work(() => Promise.resolve(0));
  const writer = await BenchProcess.start("latency/writerProcess.ts", [
    url,
    String(INDEXED_PER_SECOND),
    String(NICE[indexing]),
  ]);
  try {
    await work(() => writer.ask<number>("written"));
  } finally {
    await writer.stop();
  }
}

async function bodiesFor(url: string): Promise<string[]> {
  const store = await openStore(url, { write: false });
  try {
    const cases = await pageCases(
      store.reader,
      "TokenAccountsByOwner",
      [10],
      ["first"],
    );
    return cases.flatMap(({ bodies }) => bodies);
  } finally {
    await store.close();
  }
}
