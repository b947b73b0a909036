import { mapKey } from "../../../codecs/bytes.ts";
import type { Address, Hash, Slot } from "../../../domain/values.ts";
import type { Reading, Row } from "../../connection.ts";
import { inChunks, paddedKeys, textsByCount } from "../../inLists.ts";
import { andThen, type MaybePromise, whenAll } from "../../maybePromise.ts";
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
    `select tree, leaf_index, spent_slot, hash from ${accounts.name} where hash in (${hashes})`,
);
/** Without the hash, which is known: the driver takes a microsecond for each blob. */
const oneAccountSql = `select tree, leaf_index, spent_slot from ${accounts.name} where hash = ?`;

/** In the order of the hashes; null where there is none. Contents are not read: they cost more than the rest of a proof. */
export function findProvableAccounts(
  reading: Reading,
  hashes: readonly Hash[],
): MaybePromise<(ProvableAccount | null)[]> {
  if (hashes.length === 1) return findOne(reading, hashes[0]!);
  const chunks = inChunks(hashes).map((chunk) => {
    const asked = paddedKeys(chunk);
    return reading.all(accountsSql(asked), asked);
  });
  return whenAll(chunks, (rows) => {
    const found = new Map(
      rows.flat().map((row) => [mapKey(row[3] as Hash), row]),
    );
    return hashes.map((hash) => toAccount(hash, found.get(mapKey(hash))));
  });
}

function findOne(
  reading: Reading,
  hash: Hash,
): MaybePromise<(ProvableAccount | null)[]> {
  const rows = reading.all(oneAccountSql, [hash]);
  return andThen(rows, ([row]) => [toAccount(hash, row)]);
}

function toAccount(hash: Hash, row: Row | undefined): ProvableAccount | null {
  if (!row) return null;
  const [tree, leafIndex, spentSlot] = row;
  return {
    hash,
    tree: tree as Address,
    leafIndex: leafIndex as number,
    spentSlot: spentSlot as Slot | null,
  };
}
