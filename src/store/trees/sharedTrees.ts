import type { Slot } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import type { FoundTrees } from "./findMerkleTrees.ts";
import type { MerkleTree } from "./treeStatus.ts";

interface SharedTrees {
  readonly version: number;
  /** By key, those that were looked up. */
  readonly byKey: Map<string, MerkleTree>;
  /** Null until a tree was looked up. */
  slot: Slot | null;
  all: FoundTrees | null;
}

const shared = new WeakMap<Reading, SharedTrees>();

/** The trees that were read since the store last changed; null where a change would not be noticed. */
export function sharedTrees(reading: Reading): SharedTrees | null {
  const version = reading.version?.();
  if (version === undefined) return null;
  let trees = shared.get(reading);
  if (trees?.version !== version) {
    trees = { version, byKey: new Map(), slot: null, all: null };
    shared.set(reading, trees);
  }
  return trees;
}
