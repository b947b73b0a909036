import type { Reading } from "../connection.ts";
import type { FoundTrees } from "./findMerkleTrees.ts";

interface SharedTrees {
  readonly version: number;
  /** By the keys asked for. */
  readonly found: Map<string, FoundTrees>;
}

const MAX_QUERIES = 200;

const trees = new WeakMap<Reading, SharedTrees>();

/** What a query for trees has found since the store last changed; null where a change would not be noticed. */
export function sharedTrees(reading: Reading): Map<string, FoundTrees> | null {
  const version = reading.version?.();
  if (version === undefined) return null;
  let shared = trees.get(reading);
  if (shared?.version !== version || shared.found.size === MAX_QUERIES) {
    shared = { version, found: new Map() };
    trees.set(reading, shared);
  }
  return shared.found;
}
