import { setImmediate as nextTurn } from "node:timers/promises";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { joinChunks } from "../../src/render/text.ts";
import { createDispatch } from "../../src/rpc/dispatch/dispatch.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { openStore } from "../../src/store/open.ts";
import type { Reader } from "../../src/store/reader.ts";
import { keyBytes } from "../state/keys.ts";
import { apply, blocksEach } from "../state/apply.ts";
import { processorMs, threadMs } from "./processorTime.ts";
import { MINT, turnover } from "./turnover.ts";

/** A mint of that many owners, each of whose balances changes that many times. */
const OWNERS = 1_000;
const ROUNDS = 100;
const WALKS = 100;

export async function measurePages(
  url: string,
  print: (line: string) => void,
): Promise<void> {
  // Without the page cache, which would answer every walk of now but the first two.
  const options = { write: true, pageCacheMib: 0 };
  const store = await openStore(url, options);
  await apply(store.writer!, turnover(OWNERS, ROUNDS), blocksEach(20));
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
  const started = await processorMs(read);
  for (let i = 0; i < WALKS; i++)
    items = await walkOnce(dispatch, method, params);
  const ms = ((await processorMs(read)) - started) / WALKS;
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

/** The longest time without a turn of the event loop. */
async function longestTurn(signal: AbortSignal): Promise<number> {
  let longest = 0;
  while (!signal.aborted) {
    const started = threadMs();
    await nextTurn();
    longest = Math.max(longest, threadMs() - started);
  }
  return longest;
}
