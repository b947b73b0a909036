import { TreeType } from "../../domain/tree.ts";
import type { Address, Hash, Slot } from "../../domain/values.ts";
import type { Reader } from "../reader.ts";
import { findMerkleTrees } from "./findMerkleTrees.ts";
import { spentInSteps } from "./nullifiers.ts";
import { oneSnapshot } from "./oneSnapshot.ts";

export interface QueuedLeaf {
  readonly hash: Hash;
  readonly queueIndex: bigint;
  readonly leafIndex: number;
}

/** Spent accounts in the nullifier queue of a V2 state tree, in queue order; `leaves` is null for any other key. */
export function findQueueLeafIndices(
  reader: Reader,
  key: Address,
  { startIndex, limit }: { startIndex: number; limit: number },
): Promise<{ slot: Slot; leaves: readonly QueuedLeaf[] | null }> {
  return oneSnapshot(reader, limit, async (reading) => {
    const { slot, trees } = await findMerkleTrees(reading, [key]);
    const [tree] = trees;
    if (tree?.type !== TreeType.StateV2) return { slot, leaves: null };
    const { nullifiersEmptied, nullifiers } = tree.progress;
    const start = Math.max(startIndex, nullifiersEmptied);
    const leaves = await spentInSteps(
      reading,
      tree.tree,
      start,
      nullifiers,
      limit,
    );
    return { slot, leaves };
  });
}
