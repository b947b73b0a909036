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
import { connectNodes } from "../../src/ingest/source/node/failover.ts";
import { openFileSource } from "../../src/ingest/source/file/source.ts";
import { openLines } from "../../src/ingest/source/file/lines.ts";
import { openRpcSource } from "../../src/ingest/source/node/source.ts";
import type { BlockSource } from "../../src/ingest/source/source.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { TreeBook } from "../../src/ingest/trees/treeBook.ts";
import { openStore } from "../../src/store/open.ts";
import type { Writer } from "../../src/store/writer.ts";
import { BenchProcess } from "../process.ts";
import { prepareChain, type PreparedKind, SHAPES } from "./chains.ts";
import type { NodeFigures } from "./nodeProcess.ts";

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
  /** CPU seconds of the node that the chain came from; null if it came from a file. */
  readonly node: number | null;
}

export interface IndexingOptions {
  /** Recompute the hash of every account. */
  readonly verify?: boolean;
  /** Write each block in a transaction of its own, with the nodes of its trees. */
  readonly atTip?: boolean;
  /** Ask a node in another process instead of reading the file. */
  readonly fromNode?: boolean;
}

/** Indexes a recorded chain into an empty store, like a process that only indexes. */
export async function runIndexing(
  chain: PreparedKind,
  { fromNode = false, ...options }: IndexingOptions = {},
): Promise<IndexingRow> {
  const path = await prepareChain(chain);
  const opened = await (fromNode ? openNode(path) : openFile(path));
  const folder = mkdtempSync(join(import.meta.dirname, "../data/indexing-"));
  const file = join(folder, "store.db");
  const store = await openStore(`sqlite://${file}`, { write: true });
  const { blocks } = SHAPES[chain];
  const measured = await measureIngest(
    opened.source,
    blocks,
    store.writer!,
    options,
  );
  await store.close();
  const node = await opened.close();
  const bytes = statSync(file).size;
  rmSync(folder, { recursive: true });
  return {
    chain,
    transactions: await countTransactions(path),
    ...measured,
    bytesPerAccount: bytes / measured.accounts,
    node,
  };
}

interface Opened {
  readonly source: BlockSource;
  /** Returns the CPU seconds of the node, if there is one. */
  close(): Promise<number | null>;
}

async function openFile(path: string): Promise<Opened> {
  const source = await openFileSource(path);
  return { source, close: () => Promise.resolve(null) };
}

async function openNode(path: string): Promise<Opened> {
  const node = await BenchProcess.start("./indexing/nodeProcess.ts", [path]);
  const { url, processor } = await node.ask<NodeFigures>("figures");
  const source = await openRpcSource(
    connectNodes([new URL(url)]),
    new AbortController().signal,
    { threadFrom: 1 },
  );
  return {
    source,
    close: async () => {
      const after = await node.ask<NodeFigures>("figures");
      await node.stop();
      return after.processor - processor;
    },
  };
}

export async function measureIngest(
  source: BlockSource,
  blocks: number,
  writer: Writer,
  { verify = false, atTip = false }: IndexingOptions,
) {
  const book = new TreeBook(builtInTrees);
  const save = () => Promise.resolve();
  const lookup = new TreeLookup({ book, accounts: null, save });
  const counts = { compression: 0, accounts: 0 };
  const stages = { fetch: 0, decode: 0, write: 0 };
  const atEnd = new AbortController();
  const started = performance.now();
  const [all, thread] = [process.cpuUsage(), process.threadCpuUsage()];
  await runIngest(
    {
      ...{ source, book, lookup, startAfter: 0, verify },
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
      // A node has a tip, but no end.
      onProgress: ({ slot }) => {
        if (slot === blocks) atEnd.abort();
      },
    },
    atEnd.signal,
  );
  const measured = {
    ...counts,
    stages,
    seconds: (performance.now() - started) / 1000,
    processor: inSeconds(process.cpuUsage(all)),
    writingThread: inSeconds(process.threadCpuUsage(thread)),
  };
  const indexed = process.threadCpuUsage();
  while (await writer.refreshTrees());
  return { ...measured, nodes: inSeconds(process.threadCpuUsage(indexed)) };
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
