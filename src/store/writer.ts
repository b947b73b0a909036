import type { HistoryKept } from "../domain/historyKept.ts";
import type { Tree } from "../domain/tree.ts";
import type { StateUpdate } from "../domain/update.ts";
import type { Address, Slot } from "../domain/values.ts";
import { applyUpdates } from "./write/apply.ts";
import { backfillUpdates } from "./write/backfill.ts";
import { Changes } from "./write/changes.ts";
import { rebuildPast } from "./past/rebuild.ts";
import { Sweep } from "./past/sweep.ts";
import type { Connection } from "./connection.ts";
import { bindChain, readFact } from "./write/facts.ts";
import { type Head, listNewestBlocks, readHead } from "./write/head.ts";
import {
  type KnownRange,
  listRanges,
  readBeginning,
  type SlotRange,
} from "./write/ranges.ts";
import { saveFirstBlock } from "./write/past.ts";
import { makeRunningBalances } from "./write/runningBalances.ts";
import { StoredTrees } from "./write/treeProgress.ts";
import { findMerkleTrees, type FoundTrees } from "./trees/findMerkleTrees.ts";
import { forgetNodes, refreshTrees } from "./trees/refresh.ts";
import {
  type RootCapacity,
  saveRootCapacities,
  saveVerdicts,
  type TreeVerdict,
} from "./trees/saveStates.ts";
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
  /** The trees as a reader sees them. */
  merkleTrees(): Promise<FoundTrees>;
  /** Keeps what was read from trees' accounts: how many roots each remembers. */
  saveRootCapacities(capacities: readonly RootCapacity[]): Promise<void>;
  /** Makes some of the nodes that are missing, in one short transaction. False when none are. */
  refreshTrees(): Promise<boolean>;
  /** Makes some of the past rows that are to be kept and are not there, in one short transaction. False when none are missing. */
  rebuildPast(): Promise<boolean>;
  /** Forgets the nodes of these trees, or of all, to be made again from the leaves. */
  forgetNodes(trees: readonly Address[] | null): Promise<void>;
  /** Keeps how trees compare with their accounts on chain. */
  saveVerdicts(verdicts: readonly TreeVerdict[]): Promise<void>;
  /** States the slot before which the chain holds nothing compressed: an index that begins later misses some of the past. */
  saveFirstBlock(slot: Slot): Promise<void>;
  /** Makes some of the balances in histories that could not be known before older blocks were filled in. False when all are made. */
  makeRunningBalances(): Promise<boolean>;
  /** The chain whose blocks are in the store, or null while it has none. */
  chain(): Promise<string | null>;
  /** Binds the store to a chain; throws if it belongs to another one. */
  bindChain(chain: string): Promise<void>;
  close(): Promise<void>;
}

export function createWriter(
  connection: Connection,
  kept: HistoryKept = "all",
): Writer {
  const inOrder = oneAtATime();
  const history = { kept, sweep: new Sweep() };
  return {
    head: () => inOrder(() => readHead(connection)),
    apply: (updates) =>
      inOrder(() => applyUpdates(connection, updates, history)),
    undoAfter: (slot) => inOrder(() => undoBlocksAfter(connection, slot)),
    undoable: () => inOrder(() => listNewestBlocks(connection, UNDO_SLOTS + 1)),
    backfill: (updates, slots) =>
      inOrder(() => backfillUpdates(connection, updates, slots)),
    ranges: () => inOrder(() => listRanges(connection)),
    beginning: () => inOrder(() => readBeginning(connection)),
    trees: () =>
      inOrder(async () => (await StoredTrees.load(connection)).list()),
    addTrees: (trees) => inOrder(() => addTrees(connection, trees)),
    merkleTrees: () => inOrder(() => findMerkleTrees(connection)),
    saveRootCapacities: (capacities) =>
      inOrder(() => saveRootCapacities(connection, capacities)),
    refreshTrees: () => inOrder(() => refreshTrees(connection)),
    rebuildPast: () => inOrder(() => rebuildPast(connection, kept)),
    forgetNodes: (trees) => inOrder(() => forgetNodes(connection, trees)),
    saveVerdicts: (verdicts) =>
      inOrder(() => saveVerdicts(connection, verdicts)),
    saveFirstBlock: (slot) => inOrder(() => saveFirstBlock(connection, slot)),
    makeRunningBalances: () => inOrder(() => makeRunningBalances(connection)),
    chain: () => inOrder(() => readFact(connection, "chain")),
    bindChain: (chain) => inOrder(() => bindChain(connection, chain)),
    // Closing does not wait for its turn: the work before it may be waiting itself.
    close: async () => {
      await connection.close();
    },
  };
}

/** Following the chain and backfilling share a connection, which has one transaction at a time. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
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
