import { setImmediate as nextTurn } from "node:timers/promises";
import type { SetAside, StateUpdate } from "../domain/update.ts";
import type { Slot } from "../domain/values.ts";
import type { MaybePromise } from "../store/maybePromise.ts";
import type { Writer } from "../store/writer.ts";
import { batches, type BatchLimits } from "./batches.ts";
import { linked } from "./chain.ts";
import { decodeBlock } from "./decode/decodeBlock.ts";
import { resolveBlock } from "./decode/resolveBlock.ts";
import { unknownTrees } from "./decode/unknownTrees.ts";
import type { TreeLookup } from "./lookup.ts";
import type { BlockSource, SourceBlock } from "./source/source.ts";
import type { TreeBook } from "./trees/treeBook.ts";

export interface IngestParts {
  readonly source: BlockSource;
  readonly writer: Pick<Writer, "head" | "beginning" | "apply">;
  readonly book: TreeBook;
  readonly lookup: TreeLookup;
  /** An empty store starts with the first block above this slot. */
  readonly startAfter: Slot;
  /** Recompute the hash of every new account. */
  readonly verify: boolean;
  readonly batch?: BatchLimits<StateUpdate>;
  /** The next batch waits for the returned promise. */
  readonly onProgress?: (written: Written) => MaybePromise<void>;
  /** Called for every block with something that could not be decoded. */
  readonly onSetAside?: (slot: Slot, setAside: readonly SetAside[]) => void;
  /** Called for every block in which a program forged events of the compression program. */
  readonly onForged?: (slot: Slot, events: number) => void;
  /** Called with the duration of each stage of a block or batch. */
  readonly onStage?: (stage: Stage, milliseconds: number) => void;
}

/** The stages of indexing, for metrics. */
export type Stage = "fetch" | "decode" | "write";

/** The result of writing one batch. */
export interface Written {
  readonly slot: Slot;
  readonly blocks: number;
  /** Transactions with compression events. */
  readonly transactions: number;
  readonly setAside: number;
}

/**
 * While catching up, many blocks share a transaction. At the tip, where the next block is a slot away, each block is
 * written at once. A larger batch rewrites each page of the store less often, but takes more memory, and callers see
 * its blocks later. A process that does not serve may use a larger one.
 */
export const BATCH: BatchLimits<StateUpdate> = {
  items: 128,
  weight: 1000,
  weigh: ({ transactions }) => transactions.length,
  waitMs: 20,
  longestMs: 500,
};
export const BULK_BATCH: typeof BATCH = { ...BATCH, weight: 4000 };

/** Reads the source from the end of the store until the source ends, the chain breaks or the signal aborts. */
export async function runIngest(
  parts: IngestParts,
  signal: AbortSignal,
): Promise<void> {
  const { source, writer, onProgress, onSetAside } = parts;
  const head = await writer.head();
  const after = head?.slot ?? (await whereToStart(parts));
  const blocks = source.blocks(after, signal);
  const inOrder = linked(blocks, head, source.live && after);
  const updates = readUpdates(inOrder, parts, signal);
  try {
    for await (const batch of batches(updates, parts.batch ?? BATCH)) {
      if (signal.aborted) return;
      const started = performance.now();
      await writer.apply(batch);
      parts.onStage?.("write", performance.now() - started);
      for (const { block, setAside } of batch)
        if (setAside.length > 0) onSetAside?.(block.slot, setAside);
      await onProgress?.(written(batch));
      await nextTurn(); // lets a stop signal take effect
    }
  } catch (error) {
    if (!signal.aborted) throw error; // a request that the stop cut off is no failure
  }
}

/** An index whose blocks are all undone starts again at its beginning. */
async function whereToStart({ writer, startAfter }: IngestParts) {
  const beginning = await writer.beginning();
  return beginning === null ? startAfter : beginning - 1;
}

export async function* readUpdates(
  blocks: AsyncIterable<SourceBlock>,
  parts: Pick<
    IngestParts,
    "book" | "lookup" | "verify" | "onForged" | "onStage"
  >,
  signal: AbortSignal,
): AsyncGenerator<StateUpdate> {
  const { book, lookup, verify, onStage } = parts;
  let asked = performance.now();
  for await (const block of blocks) {
    const arrived = performance.now();
    onStage?.("fetch", arrived - asked);
    const decoded = block.decoded?.() ?? decodeBlock(block);
    if (decoded.forged > 0) parts.onForged?.(block.slot, decoded.forged);
    const unknown = unknownTrees(decoded, book);
    if (unknown.length > 0) await lookup.find(unknown, signal);
    const update = resolveBlock(decoded, book, { verify });
    onStage?.("decode", performance.now() - arrived);
    yield update;
    asked = performance.now();
  }
}

export function written(batch: readonly StateUpdate[]): Written {
  return {
    slot: batch.at(-1)!.block.slot,
    blocks: batch.length,
    transactions: count(batch, ({ transactions }) => transactions.length),
    setAside: count(batch, ({ setAside }) => setAside.length),
  };
}

function count(
  batch: readonly StateUpdate[],
  of: (update: StateUpdate) => number,
): number {
  return batch.reduce((sum, update) => sum + of(update), 0);
}
