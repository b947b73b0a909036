import { hashPair } from "../../codecs/hashing/hashPairs.ts";
import {
  HIGHEST_ADDRESS,
  indexedLeafV1,
  indexedLeafV2,
  LOWEST_ADDRESS,
} from "../../codecs/hashing/indexedLeaf.ts";
import { zeroHashes } from "../../codecs/hashing/zeroHashes.ts";
import { treeHeight, TreeType } from "../../domain/tree.ts";
import type { Hash } from "../../domain/values.ts";

/** The content of a newly created tree. */
export interface NewTree {
  readonly root: Hash;
  readonly seq: bigint;
  /** The elements of an address tree: the lowest one, and in V1 trees also the highest one. */
  readonly leaves: readonly Hash[];
}

/** V1 address trees count an append for the lowest element and an insertion for the highest. */
const SEQ_OF_ADDRESS_V1 = 3n;

const newTrees = new Map<TreeType, NewTree>();

export function newTreeOf(type: TreeType): NewTree {
  let tree = newTrees.get(type);
  if (!tree) newTrees.set(type, (tree = makeNewTree(type)));
  return tree;
}

function makeNewTree(type: TreeType): NewTree {
  const leaves = leavesOfNewTree(type);
  return {
    root: rootOf(leaves, treeHeight(type)),
    seq: type === TreeType.AddressV1 ? SEQ_OF_ADDRESS_V1 : 0n,
    leaves,
  };
}

function leavesOfNewTree(type: TreeType): Hash[] {
  const [value, nextValue] = [LOWEST_ADDRESS, HIGHEST_ADDRESS];
  if (type === TreeType.AddressV2)
    return [indexedLeafV2({ value, nextIndex: 0, nextValue })];
  if (type !== TreeType.AddressV1) return [];
  return [
    indexedLeafV1({ value, nextIndex: 1, nextValue }),
    indexedLeafV1({ value: nextValue, nextIndex: 0, nextValue: value }),
  ];
}

/** The root of a tree with at most two leaves. */
function rootOf(leaves: readonly Hash[], height: number): Hash {
  if (leaves.length === 0) return zeroHashes[height]!;
  let root = hashPair(leaves[0]!, leaves[1] ?? zeroHashes[0]!);
  for (let level = 1; level < height; level++)
    root = hashPair(root, zeroHashes[level]!);
  return root;
}
