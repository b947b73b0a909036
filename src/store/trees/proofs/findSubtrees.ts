import { hashPair } from "../../../codecs/hashing/hashPairs.ts";
import { zeroHashes } from "../../../codecs/hashing/zeroHashes.ts";
import { TreeType } from "../../../domain/tree.ts";
import type { Hash } from "../../../domain/values.ts";
import type { Reading } from "../../connection.ts";
import { newTreeOf } from "../newTree.ts";
import { countLeaves } from "../countLeaves.ts";
import { findPaths } from "./findPaths.ts";
import type { MerkleTree } from "../treeStatus.ts";

/** The last node of each level that is a left child; appending a batch starts from these. */
export async function findSubtrees(
  reading: Reading,
  tree: MerkleTree,
): Promise<Hash[]> {
  const leaves = leavesWritten(tree);
  if (leaves === 0) return subtreesAtBirth(tree.height);
  const [path] = await findPaths(reading, [{ tree, leafIndex: leaves - 1 }]);
  return path!.siblings.map((sibling, level) => {
    const own = level === 0 ? path!.leaf : path!.ancestor(level);
    const isLeft = path!.positionAt(level) % 2 === 0;
    return isLeft ? (own ?? zeroHashes[level]!) : sibling;
  });
}

/** The initial elements of an unused address tree are not stored. */
function leavesWritten(tree: MerkleTree): number {
  const isUnused = tree.progress.addressesAppended === 0;
  return isAddressTree(tree) && isUnused ? 0 : countLeaves(tree);
}

function isAddressTree({ type }: MerkleTree): boolean {
  return type === TreeType.AddressV1 || type === TreeType.AddressV2;
}

/** The same for a new tree of any kind; in address trees with the lowest element. */
function subtreesAtBirth(height: number): Hash[] {
  const subtrees = [newTreeOf(TreeType.AddressV2).leaves[0]!];
  while (subtrees.length < height)
    subtrees.push(hashPair(subtrees.at(-1)!, zeroHashes[subtrees.length - 1]!));
  return subtrees;
}
