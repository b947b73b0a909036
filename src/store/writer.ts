import type { HistoryKept } from "../domain/historyKept.ts";
import type { NamedMint } from "../domain/mint.ts";
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
import { listMintsToAsk, saveMintNames } from "./write/mintNames.ts";
import { saveFirstBlock } from "./write/missingBlocks.ts";
import { makeRunningBalances } from "./write/balances/runningBalances.ts";
import { StoredTrees } from "./write/treeProgress.ts";
import { findMerkleTrees, type FoundTrees } from "./trees/findMerkleTrees.ts";
import { forgetNodes, refreshTrees } from "./trees/write/refresh.ts";
import {
  saveTreeFacts,
  saveVerdicts,
  type TreeFacts,
  type TreeVerdict,
} from "./trees/write/saveStates.ts";
import { UNDO_SLOTS, undoBlocksAfter } from "./write/undo.ts";
import { type SavedState, saveWebhookStates } from "./webhooks/changes.ts";

/** All changes of a store. Overlapping calls run one after the other. */
export interface Writer {
  head(): Promise<Head | null>;
  /** Writes blocks in order, all or none. Blocks that are already indexed change nothing. */
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
  /** The trees, as in Reader. */
  merkleTrees(): Promise<FoundTrees>;
  /** Stores what the trees' accounts say besides their roots. */
  saveTreeFacts(facts: readonly TreeFacts[]): Promise<void>;
  /** Computes some missing nodes, in one short transaction. False if none are missing. */
  refreshTrees(): Promise<boolean>;
  /**
   * Computes some missing past rows within the history to keep, in one short transaction. False if none are missing.
   */
  rebuildPast(): Promise<boolean>;
  /** Deletes the nodes of these trees, or of all, so that they are computed again from the leaves. */
  forgetNodes(trees: readonly Address[] | null): Promise<void>;
  /** Stores the comparisons of trees with their accounts on chain. */
  saveVerdicts(verdicts: readonly TreeVerdict[]): Promise<void>;
  /**
   * Stores the slot before which the chain has no compressed state: an index that begins later lacks part of the past.
   */
  saveFirstBlock(slot: Slot): Promise<void>;
  /**
   * Computes some balances in histories that were unknown until older blocks were backfilled. False if none are
   * missing.
   */
  makeRunningBalances(): Promise<boolean>;
  /** Saves states of webhooks, as in webhooks/changes.ts. On PostgreSQL, only the holder of the writer's lock can. */
  saveWebhookStates(saved: readonly SavedState[]): Promise<readonly string[]>;
  /** Up to `limit` mints to ask the chain about. */
  mintsToAsk(nowSeconds: number, limit: number): Promise<readonly Address[]>;
  /** Stores what the chain says about mints, and the second from which on it is asked again. */
  saveMintNames(named: readonly NamedMint[], askAt: number): Promise<void>;
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
    merkleTrees: () => inOrder(async () => findMerkleTrees(connection)),
    saveTreeFacts: (facts) => inOrder(() => saveTreeFacts(connection, facts)),
    refreshTrees: () => inOrder(() => refreshTrees(connection)),
    rebuildPast: () => inOrder(() => rebuildPast(connection, kept)),
    forgetNodes: (trees) => inOrder(() => forgetNodes(connection, trees)),
    saveVerdicts: (verdicts) =>
      inOrder(() => saveVerdicts(connection, verdicts)),
    saveFirstBlock: (slot) => inOrder(() => saveFirstBlock(connection, slot)),
    makeRunningBalances: () => inOrder(() => makeRunningBalances(connection)),
    saveWebhookStates: (saved) =>
      inOrder(() => saveWebhookStates(connection, saved)),
    mintsToAsk: (now, limit) =>
      inOrder(() => listMintsToAsk(connection, now, limit)),
    saveMintNames: (named, askAt) =>
      inOrder(() => saveMintNames(connection, named, askAt)),
    chain: () => inOrder(() => readFact(connection, "chain")),
    bindChain: (chain) => inOrder(() => bindChain(connection, chain)),
    // Closing bypasses the queue, because earlier work may itself be waiting.
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
