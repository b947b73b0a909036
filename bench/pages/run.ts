import { openStore, sqlitePath } from "../../src/store/open.ts";
import { BenchProcess } from "../process.ts";
import { median } from "../report/median.ts";
import { startService } from "../targets/service.ts";
import {
  measure,
  startTarget,
  type Measurement,
  type Target,
} from "../targets/target.ts";
import { filteredCases } from "./filtered.ts";
import { pageCases, type PageCase, type Place } from "./cases.ts";

export interface PageRow {
  readonly accounts: number;
  readonly target: string;
  readonly method: string;
  readonly items: number;
  readonly place: Place;
  /** Pages per second. */
  readonly rate: number;
  /** The rate as a share of the bare server's at the same time. */
  readonly ofBare: number;
  /** The bare server's CPU time per request as a share of this target's: the same comparison without waiting times. */
  readonly cpuOfBare: number;
  readonly p50: number;
  readonly p99: number;
  readonly bytesPerSecond: number;
  readonly cpuPerRequest: number;
  readonly memory: number;
}

export interface PageRunOptions {
  readonly items: readonly number[];
  readonly places: readonly Place[];
  /** Only methods whose name contains this; all if empty. */
  readonly only: string;
  readonly rounds: number;
  readonly milliseconds: number;
  readonly connections: number;
  /** Also measure a server of twenty lines that only reads a page and sends it. */
  readonly "twenty-lines": boolean;
  /** Also measure the service with this many workers; 0 for none. */
  readonly workers: number;
  /** The URL of the same store on PostgreSQL, to measure it in turns with the first one. */
  readonly onPostgres?: string;
  readonly onRow: (row: PageRow) => void;
}

/** V8 goes on compiling for seconds. Services run for days, so that time does not count. */
const WARM_UP_MS = 4_000;

export const ONE_PROCESS = "one process";
/** One process without a page cache. */
export const ALWAYS_READ = "always read";

/** Measures every case on a store, alternating bare server and service. */
export async function runPages(
  url: string,
  accounts: number,
  options: PageRunOptions,
): Promise<PageRow[]> {
  return runCases(url, accounts, await findCases(url, options), options);
}

/** The same for cases that are known. */
export async function runCases(
  url: string,
  accounts: number,
  cases: readonly PageCase[],
  options: PageRunOptions,
): Promise<PageRow[]> {
  const generator = await BenchProcess.start("load/generatorProcess.ts");
  const bare = await startTarget("bare", "targets/bareProcess.ts");
  const targets = await startTargets(url, options);
  try {
    const rows: PageRow[] = [];
    const [first] = cases;
    if (first) await warmUp(generator, [bare, ...targets], first, options);
    for (const each of cases) {
      for (const row of await runCase(
        generator,
        bare,
        targets,
        each,
        options,
      )) {
        rows.push({ accounts, ...row });
        options.onRow(rows.at(-1)!);
      }
    }
    return rows;
  } finally {
    const processes = [generator, bare, ...targets];
    await Promise.all(processes.map((process) => process.stop()));
  }
}

async function warmUp(
  generator: BenchProcess,
  targets: readonly Target[],
  { bodies }: PageCase,
  { connections }: PageRunOptions,
): Promise<void> {
  const load = { bodies, connections, milliseconds: WARM_UP_MS };
  for (const target of targets) await measure(generator, target, load);
}

/** The program as operators start it, in one process and in several. */
async function startTargets(
  url: string,
  { workers, "twenty-lines": twentyLines, onPostgres }: PageRunOptions,
): Promise<Target[]> {
  const startOn = (store: string, name: string, ...args: readonly string[]) =>
    startService(name, ["--disable-indexing", "--db-url", store, ...args]);
  const start = startOn.bind(null, url);
  const targets: Target[] = [await start(ONE_PROCESS)];
  // Repeated pages come from the page cache. A target without one shows the cost of reading them.
  const withoutMemory = ["--page-cache-mb", "0"];
  targets.push(await start(ALWAYS_READ, ...withoutMemory));
  if (onPostgres !== undefined)
    targets.push(
      await startOn(onPostgres, "PostgreSQL"),
      await startOn(onPostgres, "PostgreSQL read", ...withoutMemory),
    );
  if (twentyLines) targets.push(await startTwentyLines(url));
  if (workers > 0) {
    const several = ["--workers", String(workers)];
    targets.push(await start(`${workers} workers`, ...several));
    targets.push(await start(`${workers} read`, ...several, ...withoutMemory));
  }
  return targets;
}

async function startTwentyLines(url: string): Promise<Target> {
  const path = sqlitePath(url);
  const module = "targets/twentyLinesProcess.ts";
  return {
    ...(await startTarget("twenty lines", module, [path])),
    answers: ({ method, place }) =>
      method === "getCompressedTokenAccountsByOwner" && place !== "deep",
  };
}

async function findCases(
  url: string,
  { items, places, only }: PageRunOptions,
): Promise<PageCase[]> {
  const filtered = places.includes("filtered")
    ? await filteredCases(url, only, items)
    : [];
  const store = await openStore(url, { write: false });
  try {
    const lists = places.filter((place) => place !== "filtered");
    const cases = await pageCases(store.reader, only, items, lists);
    return [...cases, ...filtered];
  } finally {
    await store.close();
  }
}

interface Round {
  readonly bare: Measurement;
  readonly measured: readonly Measurement[];
}

async function runCase(
  generator: BenchProcess,
  bare: Target,
  all: readonly Target[],
  { method, items, place, bodies }: PageCase,
  { rounds, milliseconds, connections }: PageRunOptions,
): Promise<Omit<PageRow, "accounts">[]> {
  const targets = all.filter(
    ({ answers }) => answers?.({ method, place }) ?? true,
  );
  const load = { bodies, connections, milliseconds };
  const kept: Round[] = [];
  // The first round fills caches, and is discarded.
  for (let round = 0; round <= rounds; round++) {
    const yardstick = await measure(generator, bare, load);
    const measured: Measurement[] = [];
    for (const target of targets)
      measured.push(await measure(generator, target, load));
    if (round > 0) kept.push({ bare: yardstick, measured });
  }
  return targets.map(({ name }, i) => ({
    target: name,
    method,
    items,
    place,
    ...summary(kept.map((round) => [round.bare, round.measured[i]!])),
  }));
}

/** The median of each value over all rounds. */
function summary(rounds: readonly (readonly [Measurement, Measurement])[]) {
  const figure = (of: (bare: Measurement, own: Measurement) => number) =>
    median(rounds.map(([bare, own]) => of(bare, own)));
  return {
    rate: figure((_, own) => rateOf(own)),
    ofBare: figure((bare, own) => rateOf(own) / rateOf(bare)),
    cpuOfBare: figure((bare, own) => bare.cpuPerRequest / own.cpuPerRequest),
    p50: figure((_, own) => own.p50),
    p99: figure((_, own) => own.p99),
    bytesPerSecond: figure((_, own) => own.bytes / own.seconds),
    cpuPerRequest: figure((_, own) => own.cpuPerRequest),
    memory: figure((_, own) => own.memory),
  };
}

function rateOf({ answers, seconds }: Measurement): number {
  return answers / seconds;
}
