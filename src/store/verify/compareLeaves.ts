import { mapKey, sameBytes } from "../../codecs/bytes.ts";
import { isFieldElement } from "../../codecs/hashing/isFieldElement.ts";
import { nullifierOf } from "../../codecs/hashing/nullifier.ts";
import { TreeType } from "../../domain/tree.ts";
import { asHash } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import { findAccounts } from "../read/findAccounts.ts";
import type { StoredAccount } from "../schema/accountRow.ts";
import { leafPageOf } from "../trees/nodes/leafEdits.ts";
import { readPages } from "../trees/nodes/readPages.ts";
import type { StoredPage } from "../trees/nodes/storedPage.ts";
import { PAGE_WIDTH } from "../trees/nodes/treePage.ts";

/** The accounts that are not at their leaf in their tree's leaf page. */
export async function accountsWithoutLeaf<A extends StoredAccount>(
  reading: Reading,
  accounts: readonly A[],
): Promise<A[]> {
  const byTree = Map.groupBy(accounts, ({ account }) => mapKey(account.tree));
  const missing: A[] = [];
  for (const group of byTree.values()) {
    const { tree } = group[0]!.account;
    const numbers = [...new Set(group.map(pageOf))];
    const pages = await readPages(reading, tree, numbers);
    for (const each of group) {
      const page = pages.get(pageOf(each));
      if (holds(page, each)) continue;
      if (!(await isClaimed(reading, page, each))) missing.push(each);
    }
  }
  return missing;
}

/** Recordings of test validators have several accounts with one leaf; the leaf holds the last of them. */
async function isClaimed(
  reading: Reading,
  page: StoredPage | undefined,
  { account }: StoredAccount,
): Promise<boolean> {
  const leaf = page?.node(account.leafIndex % PAGE_WIDTH);
  if (!leaf) return false;
  const hashes = [asHash(leaf)];
  const found = await findAccounts(reading, { hashes, spentToo: true });
  return found.accounts.some(
    ({ account: other }) =>
      other.leafIndex === account.leafIndex &&
      sameBytes(other.tree, account.tree),
  );
}

function pageOf({ account }: StoredAccount): number {
  return leafPageOf(account.leafIndex);
}

function holds(page: StoredPage | undefined, stored: StoredAccount): boolean {
  const { leafIndex } = stored.account;
  const slot = leafIndex % PAGE_WIDTH;
  const expected = leafOf(stored, page?.isNullified(slot) ?? false);
  if (!expected) return true;
  const leaf = page?.node(slot);
  return leaf ? sameBytes(leaf, expected) : false;
}

/** The expected value of the leaf; null for accounts that cannot be in a tree. */
function leafOf(
  { account, spent }: StoredAccount,
  isNullified: boolean,
): Uint8Array | null {
  const { hash, leafIndex, treeType } = account;
  if (!isFieldElement(hash)) return null;
  if (treeType !== TreeType.StateV2 || !isNullified) return hash;
  const transactionHash = spent?.nullifier?.transactionHash;
  return transactionHash ? nullifierOf(hash, leafIndex, transactionHash) : hash;
}
