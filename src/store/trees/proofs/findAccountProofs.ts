import { sameBytes } from "../../../codecs/bytes.ts";
import { TreeType } from "../../../domain/tree.ts";
import type { Reading } from "../../connection.ts";
import { andThen, type MaybePromise } from "../../maybePromise.ts";
import type { TreeLookup } from "../findMerkleTrees.ts";
import { findPaths } from "./findPaths.ts";
import type { MerklePath } from "./merklePath.ts";
import type { ProvableAccount } from "./findProvableAccounts.ts";
import type { MerkleTree } from "../treeStatus.ts";

export interface AccountProof {
  readonly account: ProvableAccount;
  readonly tree: MerkleTree;
  /** The account has an index in a V2 tree, but no batch has appended it yet. */
  readonly inOutputQueue: boolean;
  /** The leaf is the account's hash, so the path proves it. */
  readonly isLeaf: boolean;
  /** The path of the account's leaf index in the current tree, whatever the leaf is. */
  readonly path: MerklePath;
}

/** In the order of the accounts. */
export function accountProofs(
  reading: Reading,
  accounts: readonly ProvableAccount[],
  treeOf: TreeLookup,
): MaybePromise<readonly AccountProof[]> {
  const asked = accounts.map(({ tree, leafIndex }) => ({
    tree: treeOf(tree)!,
    leafIndex,
  }));
  return andThen(findPaths(reading, asked), (paths) =>
    accounts.map((account, i) => proofOf(account, asked[i]!.tree, paths[i]!)),
  );
}

function proofOf(
  account: ProvableAccount,
  tree: MerkleTree,
  path: MerklePath,
): AccountProof {
  const { hash, leafIndex } = account;
  return {
    account,
    tree,
    inOutputQueue:
      tree.type === TreeType.StateV2 &&
      leafIndex >= tree.progress.leavesAppended,
    isLeaf: sameBytes(path.leaf, hash),
    path,
  };
}
