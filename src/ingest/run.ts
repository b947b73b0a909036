import { setImmediate as nextTurn } from "node:timers/promises";
import type { SetAside, StateUpdate } from "../domain/update.ts";
import type { Slot } from "../domain/values.ts";
import type { MaybePromise } from "../store/page.ts";
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
  /** Where an empty store starts: the first block is the first one above this slot. */
  readonly startAfter: Slot;
  /** Recompute the hash of every new account. */
  readonly verify: boolean;
  readonly batch?: BatchLimits<StateUpdate>;
  /** The next batch waits for it. */
  readonly onProgress?: (written: Written) => MaybePromise<void>;
  /** Called for every block written of which something could not be decoded. */
  readonly onSetAside?: (slot: Slot, setAside: readonly SetAside[]) => void;
  /** Called for every block in which a program tried to pass off events as the compression program's. */
  readonly onForged?: (slot: Slot, events: number) => void;
  /** Told how long each stage of a block or batch took. */
  readonly onStage?: (stage: Stage, milliseconds: number) => void;
}

/** Where the time of indexing goes. */
export type Stage = "fetch" | "decode" | "write";

/** What one batch put into the store. */
export interface Written {
  readonly slot: Slot;
  readonly blocks: number;
  /** Transactions with compression events. */
  readonly transactions: number;
  readonly setAside: number;
}

/**
 * Catching up, many blocks share a transaction; at the tip, where the next block is a slot away, each gets its own at
 * once. A larger batch writes each page of the store less often, but takes more memory, and callers see it later. In a
 * process where nobody is answered it may be larger.
 */
export const BATCH: BatchLimits<StateUpdate> = {
  items: 128,
  weight: 1000,
  weigh: ({ transactions }) => transactions.length,
  waitMs: 20,
  longestMs: 500,
};
export const BULK_BATCH: typeof BATCH = { ...BATCH, weight: 4000 };

/** Reads the source from where the store ends until the source ends, the chain breaks or the signal says stop. */
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
      await nextTurn(); // an order to stop that came meanwhile
    }
  } catch (error) {
    if (!signal.aborted) throw error; // a request to the node that was cut off is no failure then
  }
}

/** An index whose blocks were all undone starts again where it began. */
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
