import type { Tree } from "../domain/tree.ts";
import type { StateUpdate } from "../domain/update.ts";
import type { Slot } from "../domain/values.ts";
import { applyUpdates } from "./apply.ts";
import { Changes } from "./changes.ts";
import type { Connection } from "./connection.ts";
import { bindChain, readFact } from "./facts.ts";
import { type Head, readHead } from "./head.ts";
import { StoredTrees } from "./treeProgress.ts";
import { undoBlocksAfter } from "./undo.ts";

/** Everything that changes a store. There is one per store at a time. */
export interface Writer {
  head(): Promise<Head | null>;
  /** Writes blocks in order, all or none; ones that are there already change nothing. */
  apply(updates: readonly StateUpdate[]): Promise<void>;
  /** Takes back every block after `slot`. */
  undoAfter(slot: Slot): Promise<void>;
  trees(): Promise<Tree[]>;
  addTrees(trees: readonly Tree[]): Promise<void>;
  /** The chain whose blocks are in the store, or null while it has none. */
  chain(): Promise<string | null>;
  /** Ties the store to a chain; throws when it belongs to another. */
  bindChain(chain: string): Promise<void>;
  close(): Promise<void>;
}

export function createWriter(connection: Connection): Writer {
  return {
    head: () => readHead(connection),
    apply: (updates) => applyUpdates(connection, updates),
    undoAfter: (slot) => undoBlocksAfter(connection, slot),
    trees: async () => (await StoredTrees.load(connection)).list(),
    addTrees: (trees) => addTrees(connection, trees),
    chain: () => readFact(connection, "chain"),
    bindChain: (chain) => bindChain(connection, chain),
    close: async () => {
      await connection.close();
    },
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
