import { decodeU64, encodeU64 } from "../../../codecs/bigEndian.ts";
import { nullifierOf } from "../../../codecs/hashing/nullifier.ts";
import type { Address, Hash } from "../../../domain/values.ts";
import type { Reading } from "../../connection.ts";
import type { RowSteps } from "../../read/inSteps.ts";
import type { QueuedNullifier } from "../write/leafChanges.ts";
import { type LeafEdit, replaceLeaf } from "../nodes/leafEdits.ts";

/** Up to `limit` spent accounts of a V2 tree, from one index in the nullifier queue to another (exclusive). */
export async function spentBetween(
  reading: Reading,
  tree: Address,
  from: number,
  to: number,
  limit: number,
): Promise<QueuedNullifier[]> {
  const rows = await reading.all(
    `select q.queue_index, q.hash, a.leaf_index, a.transaction_hash
       from queued_nullifiers q join accounts a on a.hash = q.hash
       where q.tree = ? and q.queue_index >= ? and q.queue_index < ?
       order by q.queue_index limit ${limit}`,
    [tree, encodeU64(BigInt(from)), encodeU64(BigInt(to))],
  );
  return rows.map((row) => ({
    queueIndex: decodeU64(row[0] as Uint8Array),
    hash: row[1] as Hash,
    leafIndex: row[2] as number,
    transactionHash: row[3] as Hash,
  }));
}

/** The same as steps of a list. */
export function spentSteps(
  reading: Reading,
  tree: Address,
  { start, limit, end }: { start: number; limit: number; end: number },
): RowSteps<QueuedNullifier> {
  return {
    start,
    limit,
    read: (from, most) => spentBetween(reading, tree, from, end, most),
    next: ({ queueIndex }) => Number(queueIndex) + 1,
  };
}

/** Replaces the account's hash with its nullifier. */
export function nullify(spent: QueuedNullifier): LeafEdit {
  const { hash, leafIndex, transactionHash } = spent;
  const nullifier = nullifierOf(hash, leafIndex, transactionHash);
  return replaceLeaf(leafIndex, nullifier, true);
}

export function restoreAccount({
  leafIndex,
  hash,
}: Pick<QueuedNullifier, "leafIndex" | "hash">): LeafEdit {
  return replaceLeaf(leafIndex, hash, false);
}
