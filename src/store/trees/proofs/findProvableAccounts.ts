import type { Address, Hash, Slot } from "../../../domain/values.ts";
import type { Reading, Row } from "../../connection.ts";
import { inChunks, paddedKeys, textsByCount } from "../../inLists.ts";
import { type MaybePromise, whenAll } from "../../maybePromise.ts";
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
export function findProvableAccounts(
  reading: Reading,
  hashes: readonly Hash[],
): MaybePromise<ProvableAccount[]> {
  const chunks = inChunks(hashes).map((chunk) => {
    const asked = paddedKeys(chunk);
    return reading.all(accountsSql(asked), asked);
  });
  return whenAll(chunks, (rows) => rows.flat().map(toAccount));
}

function toAccount([hash, tree, leafIndex, spentSlot]: Row): ProvableAccount {
  return {
    hash: hash as Hash,
    tree: tree as Address,
    leafIndex: leafIndex as number,
    spentSlot: spentSlot as Slot | null,
  };
}
