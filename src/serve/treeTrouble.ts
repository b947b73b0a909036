import { encodeBase58 } from "../codecs/base58.ts";
import type { Reader } from "../store/reader.ts";
import { newTreeOf } from "../store/trees/newTree.ts";
import { findMerkleTrees } from "../store/trees/findMerkleTrees.ts";
import type { MerkleTree } from "../store/trees/treeStatus.ts";

/**
 * Why some trees give no proofs. All other requests are unaffected. Trees without any known update are omitted: most
 * nodes list many unused trees.
 */
export async function treeTrouble(read: Reader): Promise<readonly string[]> {
  const trees = await treesOf(read);
  return trees.flatMap(({ tree, type, rootSeq, verdict, status }) =>
    status.usable || (verdict === null && rootSeq === newTreeOf(type).seq)
      ? []
      : [`proofs of tree ${encodeBase58(tree)}: ${status.detail}`],
  );
}

/** None if the store does not answer, which readiness says on its own. */
async function treesOf(read: Reader): Promise<readonly MerkleTree[]> {
  try {
    return (await findMerkleTrees(read)).trees;
  } catch {
    return [];
  }
}
