import { encodeBase58 } from "../../codecs/base58.ts";
import type { MerkleTree } from "../../store/trees/treeStatus.ts";
import { RpcError } from "../errors.ts";

/** The root's index in the tree's root history, by which the programs find it. */
export function rootIndex({ tree, rootSeq, rootCapacity }: MerkleTree): number {
  if (rootCapacity === null)
    throw new RpcError(
      "treeUnusable",
      `${encodeBase58(tree)}: the length of its root history is unknown, because no node has returned its account`,
    );
  return Number(rootSeq % BigInt(rootCapacity));
}
