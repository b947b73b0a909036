import type { Slot } from "../../domain/values.ts";
import type { Reader } from "../reader.ts";
import { countLeaves } from "./countLeaves.ts";
import { findMerkleTrees } from "./findMerkleTrees.ts";
import { oneSnapshot } from "./oneSnapshot.ts";
import { type QueueSizes, queueSizes } from "./queues/queueSizes.ts";
import type { MerkleTree } from "./treeStatus.ts";

export interface ListedTree extends MerkleTree {
  readonly leafCount: number;
  readonly queued: QueueSizes;
}

/** All trees, by kind and then by key. */
export async function listTrees(
  reader: Reader,
): Promise<{ readonly slot: Slot; readonly trees: readonly ListedTree[] }> {
  return oneSnapshot(reader, 0, async (reading) => {
    const { slot, trees } = await findMerkleTrees(reading);
    const listed: ListedTree[] = [];
    for (const tree of trees) {
      const queued = await queueSizes(reading, tree);
      listed.push({ ...tree, leafCount: countLeaves(tree), queued });
    }
    return { slot, trees: listed.sort((a, b) => a.type - b.type) };
  });
}
