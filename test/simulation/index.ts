// Runs the indexer in this process like a separate one: it can be abandoned at any moment and restarted.
import { createJsonRpc } from "../../src/ingest/source/node/jsonRpc.ts";
import { followChain } from "../../src/ingest/follow.ts";
import { TreeLookup } from "../../src/ingest/lookup.ts";
import { GrpcSource } from "../../src/ingest/source/grpc/source.ts";
import { subscriber } from "../../src/ingest/source/grpc/subscribe.ts";
import { openRpcSource } from "../../src/ingest/source/node/source.ts";
import type { BlockSource } from "../../src/ingest/source/source.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { TreeBook } from "../../src/ingest/trees/treeBook.ts";
import { readJsonBlock } from "../../src/codecs/blocks/jsonBlock.ts";
import { decodeBlock } from "../../src/ingest/decode/decodeBlock.ts";
import { resolveBlock } from "../../src/ingest/decode/resolveBlock.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import { openStore } from "../../src/store/open.ts";
import type { NodeBlock } from "../node/simulatedNode.ts";
import { waitFor } from "../waitFor.ts";
import type { WorldBlock } from "./world.ts";

export interface Indexer {
  /** Resolves if the indexer ends on its own, which it should not; rejects with its error. */
  readonly ended: Promise<void>;
  head(): Promise<string | null>;
  slot(): Promise<number | null>;
  /** Stops without waiting for anything, like a power cut. */
  kill(): Promise<void>;
}

export type OpenSource = (signal: AbortSignal) => Promise<BlockSource>;

/** Follows a node with short retry pauses. */
export function overRpc(url: URL): OpenSource {
  const rpc = createJsonRpc(url, { timeoutMs: 60 });
  const quick = { pollMs: () => 3, firstPauseMs: 2, window: 4 };
  return (signal) => openRpcSource(rpc, signal, quick);
}

/** Like the above, with new blocks from a stream. */
export function overGrpc(url: URL, grpcPort: number): OpenSource {
  const grpc = new URL(`http://127.0.0.1:${grpcPort}`);
  const server = { url: grpc, token: null, commitment: "confirmed" as const };
  return async (signal) => {
    const rpc = createJsonRpc(url, { timeoutMs: 60 });
    const quick = { pollMs: () => 3, firstPauseMs: 2, window: 4 };
    const node = await openRpcSource(rpc, signal, quick);
    return new GrpcSource(node, {
      subscribe: subscriber(server, 200),
      description: "simulation",
      silenceMs: 40,
      firstPauseMs: 2,
    });
  };
}

export async function startIndexer(
  storeUrl: string,
  openSource: OpenSource,
  startAfter: number,
): Promise<Indexer> {
  const store = await openStore(storeUrl, { write: true });
  const writer = store.writer!;
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    const source = await openSource(stop.signal);
    const book = new TreeBook(builtInTrees);
    await writer.addTrees(builtInTrees);
    const save = (): Promise<void> => Promise.resolve();
    const lookup = new TreeLookup({ book, accounts: null, save });
    await followChain(
      {
        source,
        writer,
        book,
        lookup,
        startAfter,
        verify: false,
        firstPauseMs: 2,
      },
      stop.signal,
    );
  };
  const ended = run().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  ended.catch(() => undefined);
  return {
    ended,
    head: async () => (await writer.head())?.blockhash ?? null,
    slot: async () => (await writer.head())?.slot ?? null,
    kill: async () => {
      stop.abort();
      await store.close();
    },
  };
}

/** Waits until the newest block of the index is this one. */
export async function reaches(
  indexer: Indexer,
  { slot, content }: WorldBlock,
): Promise<void> {
  await waitFor(
    `the index to reach slot ${slot}`,
    () => indexer.head(),
    (head) => head === content.blockhash,
    { everyMs: 5, unless: indexer.ended.then(endedEarly) },
  );
}

function endedEarly(): never {
  throw new Error("the indexer ended");
}

export function updatesOf(blocks: readonly NodeBlock[]): StateUpdate[] {
  const book = new TreeBook(builtInTrees);
  return blocks.map(({ slot, block }) => {
    const decoded = decodeBlock(readJsonBlock(slot, block));
    return resolveBlock(decoded, book, { verify: false });
  });
}
