import { encodeU64 } from "../../codecs/bigEndian.ts";
import { type Hash, asHash } from "../../domain/values.ts";
import { TreeType } from "../../domain/tree.ts";
import type { Reading } from "../connection.ts";
import { leafPageOf } from "./leafEdits.ts";
import { firstLeafOf, PAGE_WIDTH, TreePage } from "./treePage.ts";
import type { MerkleTree } from "./treeStatus.ts";

interface QueuedAccount {
  readonly leafIndex: number;
  readonly hash: Hash;
}

/** Accounts of a V2 tree that no batch has appended yet, starting with a leaf. */
export async function queuedAccounts(
  reading: Reading,
  tree: MerkleTree,
  { start, limit }: { readonly start: number; readonly limit: number },
): Promise<QueuedAccount[]> {
  if (tree.type !== TreeType.StateV2 || limit === 0) return [];
  const pages = Math.ceil(limit / PAGE_WIDTH) + 1;
  const rows = await reading.all(
    `select page, content from tree_pages where tree = ? and page >= ? and page <= ? order by page limit ${pages}`,
    [tree.tree, leafPageOf(start), leafPageOf(tree.progress.leaves)],
  );
  const found: QueuedAccount[] = [];
  const nullified: number[] = [];
  for (const [number, content] of rows) {
    const page = TreePage.decode(content!);
    for (let slot = 0; slot < PAGE_WIDTH; slot++) {
      const leafIndex = firstLeafOf(number as number) + slot;
      const hash = page.nodes[slot];
      if (!hash || leafIndex < start || found.length === limit) continue;
      if (page.isNullified(slot)) nullified.push(leafIndex);
      found.push({ leafIndex, hash: asHash(hash) });
    }
  }
  if (nullified.length === 0) return found;
  const hashes = await hashesOfNullified(reading, tree, nullified);
  return found.map(({ leafIndex, hash }) => ({
    leafIndex,
    hash: hashes.get(leafIndex) ?? hash,
  }));
}

const ROWS_OF_A_STEP = 4096;

/**
 * An account can be nullified before it is appended; the nullifier has then replaced its hash. It was spent recently,
 * so its row is among the newest of the nullifier queue.
 */
async function hashesOfNullified(
  reading: Reading,
  { tree, progress }: MerkleTree,
  leafIndexes: readonly number[],
): Promise<Map<number, Hash>> {
  const missing = new Set(leafIndexes);
  const found = new Map<number, Hash>();
  let end = encodeU64(BigInt(progress.nullifiersEmptied)) as Uint8Array;
  while (missing.size > 0) {
    const rows = await reading.all(
      `select q.queue_index, q.hash, a.leaf_index from queued_nullifiers q join accounts a on a.hash = q.hash
       where q.tree = ? and q.queue_index < ? order by q.queue_index desc limit ${ROWS_OF_A_STEP}`,
      [tree, end],
    );
    for (const [, hash, leafIndex] of rows)
      if (missing.delete(leafIndex as number))
        found.set(leafIndex as number, hash as Hash);
    if (rows.length < ROWS_OF_A_STEP) break;
    end = rows.at(-1)![0] as Uint8Array;
  }
  return found;
}
