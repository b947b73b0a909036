import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import type { LoadResult } from "../load/generate.ts";
import { pageCases } from "../pages/cases.ts";
import { BenchProcess } from "../process.ts";
import { prepareStore } from "../state/prepare.ts";
import { startService } from "../targets/service.ts";

export interface LatencyRow {
  readonly indexing: boolean;
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Transactions indexed a second meanwhile. */
  readonly indexed: number;
}

const ACCOUNTS = 100_000;
const INDEXED_PER_SECOND = 1_000;
const MILLISECONDS = 5_000;

/** How long answers take at half load from one worker, before and while a chain is indexed into the same store. */
export async function runLatency(): Promise<LatencyRow[]> {
  const folder = mkdtempSync(join(import.meta.dirname, "../data/latency-"));
  const file = join(folder, "store.db");
  copyFileSync(await prepareStore(ACCOUNTS), file);
  const url = `sqlite://${file}`;
  const bodies = await bodiesFor(url);
  const generator = await BenchProcess.start("load/generatorProcess.ts");
  const args = ["--disable-indexing", "--db-url", url, "--workers", "1"];
  const service = await startService("1 worker", args);
  const load = { port: service.port, bodies, connections: 32 };
  try {
    const full = await generator.ask<LoadResult>({
      ...load,
      milliseconds: 2_000,
    });
    const rate = full.answers / full.seconds / 2;
    const half = { ...load, milliseconds: MILLISECONDS, rate };
    const quiet = await generator.ask<LoadResult>(half);
    const writing = [
      "latency/writerProcess.ts",
      [url, String(INDEXED_PER_SECOND)],
    ] as const;
    const writer = await BenchProcess.start(...writing);
    const before = await writer.ask<number>("written");
    const busy = await generator.ask<LoadResult>(half);
    const indexed =
      ((await writer.ask<number>("written")) - before) / busy.seconds;
    await writer.stop();
    return [
      { indexing: false, rate, p50: quiet.p50, p99: quiet.p99, indexed: 0 },
      { indexing: true, rate, p50: busy.p50, p99: busy.p99, indexed },
    ];
  } finally {
    await Promise.all([generator.stop(), service.stop()]);
    rmSync(folder, { recursive: true });
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
