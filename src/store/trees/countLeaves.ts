import { TreeType } from "../../domain/tree.ts";
import { newTreeOf } from "./newTree.ts";
import { countsToHash } from "./counts.ts";
import type { StoredTree } from "../write/treeProgress.ts";

/** The index of the next leaf: leaves in the tree, with the initial elements of an address tree, without queued ones. */
export function countLeaves(tree: StoredTree): number {
  const { leaves, leavesAppended } = tree.progress;
  if (tree.type === TreeType.StateV1) return leaves;
  if (tree.type === TreeType.StateV2) return leavesAppended;
  return Math.max(
    countsToHash(tree).elements,
    newTreeOf(tree.type).leaves.length,
  );
}
