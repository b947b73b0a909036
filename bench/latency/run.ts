import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import type { LoadResult } from "../load/generate.ts";
import { pageCases } from "../pages/cases.ts";
import { BenchProcess } from "../process.ts";
import { middle } from "../report/middle.ts";
import { prepareStore } from "../state/prepare.ts";
import { startService } from "../targets/service.ts";
import { startTarget, type Target } from "../targets/target.ts";

/** How the chain is indexed meanwhile: not at all, or by a process like others, or one that runs when nobody else wants to. */
export type Indexing = "none" | "beside" | "idle";

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
/** Each target for a second, in turns; the middle counts. A machine that has other things to do for a moment spoils one. */
const TURNS = 9;
const MILLISECONDS = 1_000;
/** The first seconds at a new pace are those of compilers, the bare server's too. */
const WARM_UP_MS = 3_000;

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
    for (const indexing of ways()) {
      await whileIndexing(url, indexing, async (written) => {
        // Half of what the service can bear now: what is indexed takes its share of the cores.
        const full = await ask(service.port, { milliseconds: 3_000 });
        const rate = full.answers / full.seconds / 2;
        const before = await written();
        const started = performance.now();
        const measured = await inTurns([bare, service], (port, milliseconds) =>
          ask(port, { milliseconds, rate }),
        );
        const seconds = (performance.now() - started) / 1000;
        const indexed = ((await written()) - before) / seconds;
        for (const row of measured)
          rows.push({ ...row, indexing, rate, indexed });
      });
    }
    return rows;
  } finally {
    await Promise.all([generator.stop(), service.stop(), bare.stop()]);
    rmSync(folder, { recursive: true });
  }
}

async function inTurns(
  targets: readonly Pick<Target, "name" | "port">[],
  ask: (port: number, milliseconds: number) => Promise<LoadResult>,
) {
  for (const { port } of targets) await ask(port, WARM_UP_MS);
  const results = targets.map((): LoadResult[] => []);
  for (let turn = 0; turn < TURNS; turn++)
    for (const [i, { port }] of targets.entries())
      results[i]!.push(await ask(port, MILLISECONDS));
  return targets.map(({ name }, i) => ({
    target: name,
    p50: middle(results[i]!.map(({ p50 }) => p50)),
    p99: middle(results[i]!.map(({ p99 }) => p99)),
  }));
}

/** Linux has a class of processes that give way at once; Node cannot choose it, this tool of the system can. */
function toIdleClass(pid: number): void {
  execFileSync("chrt", ["--idle", "--all-tasks", "--pid", "0", String(pid)]);
}

function ways(): Indexing[] {
  const hasIdleClass = spawnSync("chrt", ["--version"]).status === 0;
  return ["none", "beside", ...(hasIdleClass ? (["idle"] as const) : [])];
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
  ]);
  if (indexing === "idle") toIdleClass(writer.pid);
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
