import { encodeBase58 } from "../../codecs/base58.ts";
import type { Reader } from "../../store/reader.ts";
import { findMerkleTrees } from "../../store/trees/findMerkleTrees.ts";
import type { MerkleTree } from "../../store/trees/treeStatus.ts";
import { family } from "./family.ts";

/** Whether each tree gives proofs, and its progress. */
export async function renderTrees(read: Reader): Promise<string> {
  const { trees } = await findMerkleTrees(read);
  const gauge = (
    name: string,
    help: string,
    value: (tree: MerkleTree) => string,
  ) =>
    family(
      name,
      "gauge",
      help,
      trees.map(
        (tree) => `${name}{tree="${encodeBase58(tree.tree)}"} ${value(tree)}`,
      ),
    );
  return [
    gauge(
      "tachyon_tree_usable",
      "Whether the tree gives proofs (1) or not (0).",
      ({ status }) => (status.usable ? "1" : "0"),
    ),
    gauge(
      "tachyon_tree_sequence",
      "The newest sequence number of the tree.",
      ({ rootSeq }) => rootSeq.toString(),
    ),
    gauge(
      "tachyon_tree_checked_slot",
      "The slot at which the root was last compared with the chain; 0 before.",
      ({ verdict }) => String(verdict?.slot ?? 0),
    ),
  ].join("");
}
