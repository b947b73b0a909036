import { encodeU64 } from "../../codecs/bigEndian.ts";
import type { Address, Hash } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";

/** The root that the batch update with this number announced; null for V1 trees and before the first batch. */
export async function findBatchRoot(
  reading: Reading,
  tree: Address,
  seq: bigint,
): Promise<Hash | null> {
  const [row] = await reading.all(
    "select root from batch_roots where tree = ? and seq = ?",
    [tree, encodeU64(seq)],
  );
  return (row?.[0] ?? null) as Hash | null;
}
