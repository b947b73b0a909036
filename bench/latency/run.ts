import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import type { ChainKind } from "../indexing/chains.ts";
import type { LoadResult } from "../load/generate.ts";
import { stolen } from "../load/stolen.ts";
import { pageCases } from "../pages/cases.ts";
import { BenchProcess } from "../process.ts";
import { median } from "../report/median.ts";
import { prepareStore } from "../state/prepare.ts";
import { START_FLAGS, startService } from "../targets/service.ts";
import { startTarget, type Target } from "../targets/target.ts";
import type { Steady } from "./steadyThread.ts";

/** The indexing process: none, one beside a worker, or the one that answers. */
export type Indexing = "none" | "beside" | "within";
/** The kind of chain: transfers only, or mostly transactions without compression. */
const WAYS: readonly (readonly [Indexing, ChainKind])[] = [
  ["none", "transfers"],
  ["beside", "transfers"],
  ["within", "transfers"],
  ["beside", "mainnet"],
  ["within", "mainnet"],
];

export interface LatencyRow {
  readonly target: string;
  readonly indexing: Indexing;
  readonly chain: ChainKind;
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Transactions indexed per second meanwhile. */
  readonly indexed: number;
  /** Repeated measurements. */
  readonly repeated: number;
}

const ACCOUNTS = 100_000;
const INDEXED_PER_SECOND = 1_000;
/** Measures each target for a second, alternately. The median counts, so that a brief disturbance of the machine does not. */
const ROUNDS = 9;
const MILLISECONDS = 1_000;
/** A hundredth of the CPU time of a measurement. If the host steals more, the measurement is repeated, up to a limit. */
const MAX_STOLEN = 4;
const MAX_REPEATS = 30;
/** The JIT compiler affects the first seconds at a new rate, also on the bare server. */
const WARM_UP_MS = 3_000;

/** Measures latency at half of the maximum load, and of a bare server at the same rate. */
export async function runLatency(
  note: (line: string) => void,
): Promise<LatencyRow[]> {
  const folder = mkdtempSync(join(import.meta.dirname, "../data/latency-"));
  const file = join(folder, "store.db");
  copyFileSync(await prepareStore(ACCOUNTS), file);
  const url = `sqlite://${file}`;
  const bodies = await bodiesFor(url);
  const generator = await BenchProcess.start("load/generatorProcess.ts");
  if (!raisePriority(generator.pid)) note(GENERATOR_WAITS);
  const bare = await startTarget("bare", "targets/bareProcess.ts");
  const ask: Ask = (port, order) =>
    generator.ask({ bodies, connections: 32, port, ...order });
  try {
    const rows: LatencyRow[] = [];
    for (const [indexing, chain] of WAYS) {
      const setting = await SETTINGS[indexing](url, chain);
      try {
        const measured = await measureIn(setting, bare, ask);
        rows.push(...measured.map((row) => ({ ...row, indexing, chain })));
      } finally {
        await setting.stop();
      }
    }
    return rows;
  } finally {
    await Promise.all([generator.stop(), bare.stop()]);
    rmSync(folder, { recursive: true });
  }
}

type Ask = (
  port: number,
  order: { milliseconds: number; rate?: number },
) => Promise<LoadResult>;

type Answering = Pick<Target, "name" | "port">;

async function measureIn(
  { service, written }: Setting,
  bare: Answering,
  ask: Ask,
): Promise<Omit<LatencyRow, "indexing" | "chain">[]> {
  // Half of the current maximum: indexing takes its share of the cores.
  const full = await ask(service.port, { milliseconds: 3_000 });
  const rate = full.answers / full.seconds / 2;
  const before = await written();
  const started = performance.now();
  const measured = await inRounds([bare, service], (port, milliseconds) =>
    ask(port, { milliseconds, rate }),
  );
  const seconds = (performance.now() - started) / 1000;
  const indexed = ((await written()) - before) / seconds;
  return measured.map((row) => ({ ...row, rate, indexed }));
}

async function inRounds(
  targets: readonly Answering[],
  ask: (port: number, milliseconds: number) => Promise<LoadResult>,
) {
  for (const { port } of targets) await ask(port, WARM_UP_MS);
  const rounds: LoadResult[][] = [];
  let repeated = 0;
  while (rounds.length < ROUNDS) {
    const before = stolen();
    const round: LoadResult[] = [];
    for (const { port } of targets) round.push(await ask(port, MILLISECONDS));
    const spoiled = stolen() - before > MAX_STOLEN;
    if (spoiled && repeated < MAX_REPEATS) repeated++;
    else rounds.push(round);
  }
  return targets.map(({ name }, i) => ({
    target: name,
    p50: median(rounds.map((round) => round[i]!.p50)),
    p99: median(rounds.map((round) => round[i]!.p99)),
    repeated,
  }));
}

/** The target, and the number of transactions indexed so far. */
interface Setting {
  readonly service: Answering;
  readonly written: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

type StartSetting = (url: string, chain: ChainKind) => Promise<Setting>;

const SETTINGS: Readonly<Record<Indexing, StartSetting>> = {
  none: async (url) => {
    const service = await startWorker(url);
    return {
      service,
      written: () => Promise.resolve(0),
      stop: () => service.stop(),
    };
  },
  beside: async (url, chain) =>
    besideOf(await startWorker(url), await startIndexer("writer", url, chain)),
  within: async (url, chain) => {
    const both = await startIndexer("both", url, chain);
    return {
      service: { name: "one process", port: await both.ask<number>("port") },
      written: () => both.ask<number>("written"),
      stop: () => both.stop(),
    };
  },
};

function besideOf(service: Target, writer: BenchProcess): Setting {
  return {
    service,
    written: () => writer.ask<number>("written"),
    stop: async () => {
      await Promise.all([service.stop(), writer.stop()]);
    },
  };
}

function startWorker(url: string): Promise<Target> {
  const args = ["--disable-indexing", "--db-url", url, "--workers", "1"];
  return startService("1 worker", args);
}

function startIndexer(
  kind: "writer" | "both",
  url: string,
  chain: ChainKind,
): Promise<BenchProcess> {
  const steady: Steady = { url, chain, perSecond: INDEXED_PER_SECOND };
  const args = [JSON.stringify(steady)];
  return BenchProcess.start(`latency/${kind}Process.ts`, args, START_FLAGS);
}

const GENERATOR_WAITS =
  "the load generator cannot raise its priority (run as root): its own waiting for a CPU counts as latency";

/** A real client runs on another machine, so the generator's waiting for a CPU must not count as latency. */
function raisePriority(pid: number): boolean {
  try {
    setPriority(pid, constants.priority.PRIORITY_HIGH);
    return true;
  } catch {
    return false;
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
