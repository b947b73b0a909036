import { mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { StateUpdate } from "../../src/domain/update.ts";
import { TreeLookup } from "../../src/ingest/lookup.ts";
import {
  BATCH,
  runIngest,
  type Stage,
  BULK_BATCH,
} from "../../src/ingest/run.ts";
import { openFileSource } from "../../src/ingest/source/file.ts";
import { openLines } from "../../src/ingest/source/lines.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { TreeBook } from "../../src/ingest/trees/treeBook.ts";
import { openStore } from "../../src/store/open.ts";
import type { Writer } from "../../src/store/writer.ts";
import { prepareChain, type PreparedKind } from "./chains.ts";

export interface IndexingRow {
  readonly chain: PreparedKind;
  readonly transactions: number;
  readonly compression: number;
  readonly accounts: number;
  /** Wall-clock seconds of the writing thread: waiting for blocks, decoding, writing. */
  readonly stages: Readonly<Record<Stage, number>>;
  readonly seconds: number;
  /** CPU seconds of the whole process and of the writing thread. */
  readonly processor: number;
  readonly writingThread: number;
  /** CPU seconds of that thread for the nodes of trees, which are made at the end. */
  readonly nodes: number;
  readonly bytesPerAccount: number;
}

export interface IndexingOptions {
  /** Recompute the hash of every account. */
  readonly verify?: boolean;
  /** Write each block in a transaction of its own, with the nodes of its trees. */
  readonly atTip?: boolean;
}

/** Indexes a recorded chain into an empty store, like a process that only indexes. */
export async function runIndexing(
  chain: PreparedKind,
  { verify = false, atTip = false }: IndexingOptions = {},
): Promise<IndexingRow> {
  const path = await prepareChain(chain);
  const folder = mkdtempSync(join(import.meta.dirname, "../data/indexing-"));
  const file = join(folder, "store.db");
  const store = await openStore(`sqlite://${file}`, { write: true });
  const measured = await measureIngest(path, store.writer!, { verify, atTip });
  await store.close();
  const bytes = statSync(file).size;
  rmSync(folder, { recursive: true });
  return {
    chain,
    transactions: await countTransactions(path),
    ...measured,
    bytesPerAccount: bytes / measured.accounts,
  };
}

async function measureIngest(
  path: string,
  writer: Writer,
  { verify, atTip }: Required<IndexingOptions>,
) {
  const source = await openFileSource(path);
  const book = new TreeBook(builtInTrees);
  const save = () => Promise.resolve();
  const lookup = new TreeLookup({ book, accounts: null, save });
  const counts = { compression: 0, accounts: 0 };
  const stages = { fetch: 0, decode: 0, write: 0 };
  const started = performance.now();
  const [all, thread] = [process.cpuUsage(), process.threadCpuUsage()];
  await runIngest(
    {
      ...{ source, book, lookup, startAfter: -1, verify },
      writer: {
        ...writer,
        apply: (batch) => {
          for (const update of batch) count(counts, update);
          return writer.apply(batch);
        },
      },
      batch: atTip ? { ...BATCH, items: 1 } : BULK_BATCH,
      onStage: (stage, milliseconds) => {
        stages[stage] += milliseconds / 1000;
      },
    },
    new AbortController().signal,
  );
  const measured = {
    ...counts,
    stages,
    seconds: (performance.now() - started) / 1000,
    processor: inSeconds(process.cpuUsage(all)),
    writingThread: inSeconds(process.threadCpuUsage(thread)),
  };
  const atEnd = process.threadCpuUsage();
  while (await writer.refreshTrees());
  return { ...measured, nodes: inSeconds(process.threadCpuUsage(atEnd)) };
}

function count(
  counts: { compression: number; accounts: number },
  { transactions }: StateUpdate,
): void {
  counts.compression += transactions.length;
  for (const { created } of transactions) counts.accounts += created.length;
}

function inSeconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6;
}

/** Including those without compression, which indexing does not count. */
async function countTransactions(path: string): Promise<number> {
  let transactions = 0;
  for await (const { bytes } of await openLines(path)) {
    const { block } = JSON.parse(bytes.toString("utf8")) as {
      block: { transactions: unknown[] };
    };
    transactions += block.transactions.length;
  }
  return transactions;
}
