// The time from writing a block to the answer of a request that waits for its slot.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../src/store/open.ts";
import { readHead } from "../../src/store/write/head.ts";
import { startSimulatedNode } from "../../test/node/simulatedNode.ts";
import { World } from "../../test/simulation/world.ts";
import { createBenchDatabase, withBenchServer } from "../postgres/server.ts";
import { startService } from "../targets/service.ts";

export interface WaitRow {
  readonly engine: "SQLite" | "PostgreSQL";
  readonly mode: Mode;
  /** Milliseconds from the block being written to the answer. */
  readonly median: number;
  readonly worst: number;
}

/** What answers: the process that indexes, its workers, or a process beside it. */
type Mode = "one process" | "2 workers" | "reader alone";
const MODES: readonly Mode[] = ["one process", "2 workers", "reader alone"];

const BLOCKS = 100;
const FIRST_BLOCKS = 20;
/** The measurement fails if a block is not written within this time. */
const PATIENCE_MS = 30_000;

export async function runWaits(
  onRow: (row: WaitRow) => void,
): Promise<WaitRow[]> {
  const rows: WaitRow[] = [];
  const measure = async (
    engine: WaitRow["engine"],
    mode: Mode,
    url: string,
  ) => {
    const times = (await measureMode(mode, url)).toSorted((a, b) => a - b);
    const median = times[times.length >> 1]!;
    const row = { engine, mode, median, worst: times.at(-1)! };
    onRow(row);
    rows.push(row);
  };
  const folder = mkdtempSync(join(tmpdir(), "tachyon-waits-"));
  try {
    for (const [i, mode] of MODES.entries())
      await measure("SQLite", mode, `sqlite://${join(folder, `${i}.db`)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  await withBenchServer(async (server) => {
    for (const [i, mode] of MODES.entries())
      await measure("PostgreSQL", mode, await createBenchDatabase(server, i));
  });
  return rows;
}

async function measureMode(mode: Mode, url: string): Promise<number[]> {
  const world = new World(1);
  world.grow(FIRST_BLOCKS);
  const node = await startSimulatedNode({ blocks: () => world.chain });
  const workers = mode === "2 workers" ? ["--workers", "2"] : [];
  const store = ["--db-url", url];
  const indexing = ["--rpc-url", node.url.href, ...store, ...workers];
  const indexer = await startService(mode, indexing);
  const only = ["--disable-indexing", ...store];
  const alone = mode === "reader alone" && (await startService(mode, only));
  const { port } = alone || indexer;
  try {
    return await measureBlocks(world, url, port);
  } finally {
    if (alone) await alone.stop();
    await indexer.stop();
    await node.close();
  }
}

async function measureBlocks(world: World, url: string, port: number) {
  const times: number[] = [];
  const store = await openStore(url, { write: false, pool: 1 });
  const isWritten = async (slot: number): Promise<number> => {
    const late = performance.now() + PATIENCE_MS;
    while (((await readHead(store.reader))?.slot ?? 0) < slot) {
      if (performance.now() > late)
        throw new Error(`slot ${slot} is not written`);
      await sleep(1);
    }
    return performance.now();
  };
  try {
    await isWritten(world.tip.slot);
    while (times.length < BLOCKS) {
      const slot = world.tip.slot + 1;
      const answered = askFor(port, slot);
      await sleep(50 + Math.random() * 100); // the request is waiting by then
      world.grow(1);
      const written = await isWritten(slot);
      times.push(Math.max(0, (await answered) - written));
    }
    return times;
  } finally {
    await store.close();
  }
}

/** Resolves with the time of the answer. */
async function askFor(port: number, minContextSlot: number): Promise<number> {
  const method = "getLatestCompressionSignatures";
  const params = { minContextSlot, limit: 10 };
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { error } = (await response.json()) as { error?: object };
  if (error) throw new Error(JSON.stringify(error));
  return performance.now();
}

export function waitLine({ engine, mode, median, worst }: WaitRow): string {
  const times = `median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`;
  return `${engine}, ${mode}: a request that waits for a slot is answered after its block is written: ${times}`;
}
