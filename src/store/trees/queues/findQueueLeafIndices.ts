import { TreeType } from "../../../domain/tree.ts";
import type { Address, Hash, Slot } from "../../../domain/values.ts";
import { rowsInSteps } from "../../read/inSteps.ts";
import type { Reader } from "../../reader.ts";
import { lookUpTrees } from "../findMerkleTrees.ts";
import { spentSteps } from "./nullifiers.ts";
import { oneSnapshot } from "../oneSnapshot.ts";

export interface QueuedLeaf {
  readonly hash: Hash;
  readonly queueIndex: bigint;
  readonly leafIndex: number;
}

/**
 * Spent accounts in the nullifier queue of a V2 state tree, in queue order, each step as `show` makes it: kept as rows,
 * long lists would occupy the garbage collector. `shown` is null for any other key.
 */
export async function findQueueLeafIndices<Shown>(
  reader: Reader,
  key: Address,
  { startIndex, limit }: { startIndex: number; limit: number },
  show: (leaves: readonly QueuedLeaf[]) => Shown,
): Promise<{ slot: Slot; shown: readonly Shown[] | null }> {
  return oneSnapshot(reader, limit, async (reading) => {
    const { slot, treeOf } = await lookUpTrees(reading, [key]);
    const tree = treeOf(key);
    if (tree?.type !== TreeType.StateV2) return { slot, shown: null };
    const { nullifiersEmptied, nullifiers } = tree.progress;
    const start = Math.max(startIndex, nullifiersEmptied);
    const part = { start, limit, end: nullifiers };
    const steps = spentSteps(reading, tree.tree, part);
    return { slot, shown: await rowsInSteps(steps, show) };
  });
}
