import { mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { readJsonBlock } from "../../src/codecs/jsonBlock.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import { decodeBlock } from "../../src/ingest/decode/decodeBlock.ts";
import { resolveBlock } from "../../src/ingest/decode/resolveBlock.ts";
import { UNHURRIED_BATCH } from "../../src/ingest/run.ts";
import { openLines } from "../../src/ingest/source/lines.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { TreeBook } from "../../src/ingest/trees/treeBook.ts";
import { openStore } from "../../src/store/open.ts";
import { prepareChain, type ChainKind } from "./chains.ts";

export interface IndexingRow {
  readonly chain: ChainKind;
  readonly transactions: number;
  readonly compression: number;
  readonly accounts: number;
  /** Processor time of each stage, seconds. */
  readonly stages: Readonly<Record<Stage, number>>;
  readonly seconds: number;
  readonly bytesPerAccount: number;
}

export const STAGES = ["read", "parse", "decode", "apply"] as const;
export type Stage = (typeof STAGES)[number];

/** Indexes a recorded chain into an empty store, stage by stage, each on the clock. */
export async function runIndexing(chain: ChainKind): Promise<IndexingRow> {
  const path = await prepareChain(chain);
  const folder = mkdtempSync(join(import.meta.dirname, "../data/indexing-"));
  const file = join(folder, "store.db");
  const store = await openStore(`sqlite://${file}`, { write: true });
  const clock = new StageClock();
  const book = new TreeBook(builtInTrees);
  const started = performance.now();
  const counts = { transactions: 0, compression: 0, accounts: 0 };
  let batch: StateUpdate[] = [];
  let weight = 0;
  const flush = async (): Promise<void> => {
    await store.writer!.apply(batch);
    clock.stop("apply");
    batch = [];
    weight = 0;
  };
  for await (const line of await openLines(path)) {
    clock.stop("read");
    const { slot, block } = JSON.parse(line.bytes.toString("utf8")) as {
      slot: number;
      block: unknown;
    };
    const read = readJsonBlock(slot, block);
    clock.stop("parse");
    const update = resolveBlock(decodeBlock(read), book, { verify: false });
    clock.stop("decode");
    batch.push(update);
    weight += update.transactions.length;
    counts.transactions += read.transactions.length;
    counts.compression += update.transactions.length;
    for (const { created } of update.transactions)
      counts.accounts += created.length;
    if (weight >= UNHURRIED_BATCH.weight) await flush();
  }
  await flush();
  const seconds = (performance.now() - started) / 1000;
  await store.close();
  const bytes = statSync(file).size;
  rmSync(folder, { recursive: true });
  return {
    chain,
    ...counts,
    stages: clock.seconds,
    seconds,
    bytesPerAccount: bytes / counts.accounts,
  };
}

/** Processor time since the last stop, by stage: other programs on the machine do not count. */
class StageClock {
  readonly seconds = { read: 0, parse: 0, decode: 0, apply: 0 };
  #last = process.cpuUsage();

  stop(stage: Stage): void {
    const { user, system } = process.cpuUsage(this.#last);
    this.seconds[stage] += (user + system) / 1e6;
    this.#last = process.cpuUsage();
  }
}
