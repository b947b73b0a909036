import type { Tree } from "../domain/tree.ts";
import type { StateUpdate } from "../domain/update.ts";
import type { Slot } from "../domain/values.ts";
import { applyUpdates } from "./write/apply.ts";
import { backfillUpdates } from "./write/backfill.ts";
import { Changes } from "./write/changes.ts";
import type { Connection } from "./connection.ts";
import { bindChain, readFact } from "./write/facts.ts";
import { type Head, listNewestBlocks, readHead } from "./write/head.ts";
import {
  type KnownRange,
  listRanges,
  readBeginning,
  type SlotRange,
} from "./write/ranges.ts";
import { StoredTrees } from "./write/treeProgress.ts";
import { UNDO_SLOTS, undoBlocksAfter } from "./write/undo.ts";

/** Everything that changes a store. Overlapping calls run one after the other. */
export interface Writer {
  head(): Promise<Head | null>;
  /** Writes blocks in order, all or none. Blocks that are already there change nothing. */
  apply(updates: readonly StateUpdate[]): Promise<void>;
  /** Undoes every block after `slot`. */
  undoAfter(slot: Slot): Promise<void>;
  /** Every block that can be undone, and the one before them, newest first. */
  undoable(): Promise<readonly Head[]>;
  /** Writes all blocks of some slots before the newest range, all or none. */
  backfill(updates: readonly StateUpdate[], slots: SlotRange): Promise<void>;
  /** The ranges of slots that are indexed, in order. The last one ends at the head. */
  ranges(): Promise<readonly KnownRange[]>;
  /** The first slot ever indexed at the head, or null before there is one. */
  beginning(): Promise<Slot | null>;
  trees(): Promise<Tree[]>;
  addTrees(trees: readonly Tree[]): Promise<void>;
  /** The chain whose blocks are in the store, or null while it has none. */
  chain(): Promise<string | null>;
  /** Binds the store to a chain; throws if it belongs to another one. */
  bindChain(chain: string): Promise<void>;
  close(): Promise<void>;
}

export function createWriter(connection: Connection): Writer {
  const inOrder = takingTurns();
  return {
    head: () => inOrder(() => readHead(connection)),
    apply: (updates) => inOrder(() => applyUpdates(connection, updates)),
    undoAfter: (slot) => inOrder(() => undoBlocksAfter(connection, slot)),
    undoable: () => inOrder(() => listNewestBlocks(connection, UNDO_SLOTS + 1)),
    backfill: (updates, slots) =>
      inOrder(() => backfillUpdates(connection, updates, slots)),
    ranges: () => inOrder(() => listRanges(connection)),
    beginning: () => inOrder(() => readBeginning(connection)),
    trees: () =>
      inOrder(async () => (await StoredTrees.load(connection)).list()),
    addTrees: (trees) => inOrder(() => addTrees(connection, trees)),
    chain: () => inOrder(() => readFact(connection, "chain")),
    bindChain: (chain) => inOrder(() => bindChain(connection, chain)),
    // Closing does not wait for its turn: the work before it may be waiting itself.
    close: async () => {
      await connection.close();
    },
  };
}

/** Following the chain and backfilling share a connection, which has one transaction at a time. */
function takingTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

function addTrees(
  connection: Connection,
  trees: readonly Tree[],
): Promise<void> {
  return connection.transaction(async () => {
    const stored = await StoredTrees.load(connection);
    for (const tree of trees) stored.add(tree);
    const changes = new Changes();
    stored.writeTo(changes);
    await changes.writeTo(connection);
  });
}
