import type { Address, Hash, Slot } from "../../../domain/values.ts";
import type { Reading } from "../../connection.ts";
import { inChunks, paddedKeys, textsByCount } from "../../inLists.ts";
import { accounts } from "../../schema/tables.ts";

/** What a proof needs of an account, spent or not. */
export interface ProvableAccount {
  readonly hash: Hash;
  readonly tree: Address;
  readonly leafIndex: number;
  readonly spentSlot: Slot | null;
}

const accountsSql = textsByCount(
  (hashes) =>
    `select hash, tree, leaf_index, spent_slot from ${accounts.name} where hash in (${hashes})`,
);

/** The accounts with these hashes, in any order. Their contents are not read: they cost more than the rest of a proof. */
export async function findProvableAccounts(
  reading: Reading,
  hashes: readonly Hash[],
): Promise<ProvableAccount[]> {
  const found: ProvableAccount[] = [];
  for (const chunk of inChunks(hashes)) {
    const asked = paddedKeys(chunk);
    const rows = await reading.all(accountsSql(asked), asked);
    for (const [hash, tree, leafIndex, spentSlot] of rows)
      found.push({
        hash: hash as Hash,
        tree: tree as Address,
        leafIndex: leafIndex as number,
        spentSlot: spentSlot as Slot | null,
      });
  }
  return found;
}
