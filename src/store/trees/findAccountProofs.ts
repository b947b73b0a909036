import { mapKey, sameBytes } from "../../codecs/bytes.ts";
import { TreeType } from "../../domain/tree.ts";
import type { Hash } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import type { StoredAccount } from "../schema/accountRow.ts";
import type { TreeLookup } from "./findMerkleTrees.ts";
import { findPaths, type MerklePath } from "./findPaths.ts";
import type { MerkleTree } from "./treeStatus.ts";

export interface AccountProof {
  readonly account: StoredAccount;
  readonly tree: MerkleTree;
  /** The account has an index in a V2 tree, but no batch has appended it yet. */
  readonly inOutputQueue: boolean;
  /** The leaf is the account's hash, so the path proves it. */
  readonly isLeaf: boolean;
  /** The path of the account's leaf index in the current tree, whatever the leaf is. */
  readonly path: MerklePath;
}

/** In the order of the hashes; null if there is no account with a hash. */
export async function accountProofs(
  reading: Reading,
  hashes: readonly Hash[],
  accounts: readonly StoredAccount[],
  treeOf: TreeLookup,
): Promise<readonly (AccountProof | null)[]> {
  const asked = accounts.map(({ account }) => ({
    tree: treeOf(account.tree)!,
    leafIndex: account.leafIndex,
  }));
  const paths = await findPaths(reading, asked);
  const proofs = new Map(
    accounts.map((account, i) => [
      mapKey(account.account.hash),
      proofOf(account, asked[i]!.tree, paths[i]!),
    ]),
  );
  return hashes.map((hash) => proofs.get(mapKey(hash)) ?? null);
}

function proofOf(
  stored: StoredAccount,
  tree: MerkleTree,
  path: MerklePath,
): AccountProof {
  const { hash, leafIndex } = stored.account;
  return {
    account: stored,
    tree,
    inOutputQueue:
      tree.type === TreeType.StateV2 &&
      leafIndex >= tree.progress.leavesAppended,
    isLeaf: sameBytes(path.leaf, hash),
    path,
  };
}
