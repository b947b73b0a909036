import { TreeType } from "../../domain/tree.ts";
import type { TreeProgress } from "../write/treeProgress.ts";
import { newTreeOf } from "./newTree.ts";
import type { HashedCounts } from "./treeStates.ts";

/** The counts that the nodes of a tree should include. */
export function countsToHash({
  type,
  progress,
}: {
  readonly type: TreeType;
  readonly progress: TreeProgress;
}): HashedCounts {
  const { leavesAppended, nullifiersEmptied, addressesAppended } = progress;
  const isV2 = type === TreeType.StateV2;
  const isAddress = type === TreeType.AddressV1 || type === TreeType.AddressV2;
  const initial = newTreeOf(type).leaves.length;
  return {
    leaves: isV2 ? leavesAppended : 0,
    nullifiers: isV2 ? nullifiersEmptied : 0,
    elements:
      isAddress && addressesAppended > 0 ? initial + addressesAppended : 0,
  };
}

/** How far the nodes lag behind these counts, or lead after an undo. */
export function distance(a: HashedCounts, b: HashedCounts): number {
  return (
    Math.abs(a.leaves - b.leaves) +
    Math.abs(a.nullifiers - b.nullifiers) +
    Math.abs(a.elements - b.elements)
  );
}
