// What the past costs: pages at a slot against pages of now, and indexing and disk with more or less of it kept.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import type { HistoryKept } from "../../src/domain/historyKept.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import { joinChunks } from "../../src/render/text.ts";
import { createDispatch } from "../../src/rpc/dispatch/dispatch.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { openStore } from "../../src/store/open.ts";
import type { Reader } from "../../src/store/reader.ts";
import { headerOf } from "../../test/encoder/block.ts";
import { keyBytes } from "../state/keys.ts";
import { TransferMaker } from "../state/transfers.ts";
import { MINT, turnover } from "./turnover.ts";

type Print = (line: string) => void;

/** A mint of that many owners, each of whose balances changes that many times. */
const OWNERS = 1_000;
const ROUNDS = 100;
const WALKS = 100;

export async function runPast(print: Print): Promise<void> {
  await inFolder((folder) => measurePages(join(folder, "pages.db"), print));
  for (const [name, kept] of KEPT)
    await inFolder((folder) =>
      measureIndexing(join(folder, "a.db"), name, kept, print),
    );
}

async function inFolder(work: (folder: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-past-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measurePages(file: string, print: Print): Promise<void> {
  // Without the page cache, which would answer every walk of now but the first two.
  const options = { write: true, pageCacheMib: 0 };
  const store = await openStore(`sqlite://${file}`, options);
  await apply(store.writer!, turnover(OWNERS, ROUNDS), 20);
  const head = (await store.writer!.head())!.slot;
  const lists = {
    getCompressedMintTokenHolders: { mint: encodeBase58(MINT) },
    getCompressedTokenAccountsByOwner: {
      owner: encodeBase58(keyBytes("owner", 7)),
    },
  };
  for (const [method, params] of Object.entries(lists))
    for (const limit of [100, 1000]) {
      const walk = (more: object) =>
        measureWalk(store.reader, method, { ...params, ...more, limit });
      const now = await walk({});
      for (const share of [0.999, 0.5, 0.1]) {
        const slot = Math.floor(head * share);
        const then = await walk({ atSlot: slot });
        print(
          `${method}, limit ${limit}: walk of ${now.items} items now ${now.ms.toFixed(1)} ms; of ${then.items} at ${share} of the chain ${then.ms.toFixed(1)} ms, ${(then.ms / then.items / (now.ms / now.items)).toFixed(1)} times an item, longest step ${then.longest.toFixed(1)} ms`,
        );
      }
    }
  await store.close();
}

interface Walk {
  readonly items: number;
  /** Processor time of one walk. */
  readonly ms: number;
  readonly longest: number;
}

async function measureWalk(
  read: Reader,
  method: string,
  params: object,
): Promise<Walk> {
  const dispatch = createDispatch({
    read,
    methods,
    log: { error: console.error },
  });
  let items = 0;
  const stop = new AbortController();
  const longest = longestTurn(stop.signal);
  const started = processorMs();
  for (let i = 0; i < WALKS; i++)
    items = await walkOnce(dispatch, method, params);
  const ms = (processorMs() - started) / WALKS;
  stop.abort();
  return { items, ms, longest: await longest };
}

async function walkOnce(
  dispatch: ReturnType<typeof createDispatch>,
  method: string,
  params: object,
): Promise<number> {
  let cursor: string | null = null;
  let items = 0;
  do {
    const body = {
      jsonrpc: "2.0",
      id: 1,
      method,
      params: { ...params, cursor },
    };
    const text = joinChunks(
      (await dispatch(Buffer.from(JSON.stringify(body)), "/", "bench"))!,
    );
    const end = text.lastIndexOf('"cursor":');
    cursor = (
      JSON.parse(`{${text.slice(end, -2)}`) as { cursor: string | null }
    ).cursor;
    items += text.split(ITEM).length - 1;
    await nextTurn();
  } while (cursor !== null);
  return items;
}
const ITEM = /"balance":|"tokenData":/g;

/** Processor time of this thread: other programs on the machine do not count. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The longest time without a turn of the event loop. */
async function longestTurn(signal: AbortSignal): Promise<number> {
  let longest = 0;
  while (!signal.aborted) {
    const started = processorMs();
    await nextTurn();
    longest = Math.max(longest, processorMs() - started);
  }
  return longest;
}

const BLOCKS = 2_000;
const KEPT: readonly (readonly [string, HistoryKept])[] = [
  ["all", "all"],
  ["half of the chain", { slots: BLOCKS / 2 }],
  ["none", { slots: 0 }],
];

async function measureIndexing(
  file: string,
  name: string,
  history: HistoryKept,
  print: Print,
): Promise<void> {
  const store = await openStore(`sqlite://${file}`, { write: true, history });
  const started = process.threadCpuUsage();
  const transactions = await apply(store.writer!, transfers(), 10);
  const { user, system } = process.threadCpuUsage(started);
  await store.close();
  const seconds = (user + system) / 1e6;
  const { size } = statSync(file);
  print(
    `indexing, history ${name}: ${Math.round(transactions / seconds)} transactions a second of processor time, ${(size / transactions).toFixed(0)} bytes each`,
  );
}

function* transfers(): Generator<StateUpdate> {
  const maker = new TransferMaker(1, 0, "outside trees");
  for (let slot = 1; slot <= BLOCKS; slot++)
    yield {
      block: headerOf(slot),
      transactions: maker.transfers(15),
      others: [],
      setAside: [],
    };
}

async function apply(
  writer: { apply(updates: readonly StateUpdate[]): Promise<void> },
  updates: Iterable<StateUpdate>,
  size: number,
): Promise<number> {
  let batch: StateUpdate[] = [];
  let transactions = 0;
  for (const update of updates) {
    transactions += update.transactions.length;
    batch.push(update);
    if (batch.length < size) continue;
    await writer.apply(batch);
    batch = [];
  }
  if (batch.length > 0) await writer.apply(batch);
  return transactions;
}
