import { setImmediate as nextTurn } from "node:timers/promises";
import { encodeU64 } from "../../../codecs/bigEndian.ts";
import { type Hash, asHash } from "../../../domain/values.ts";
import { TreeType } from "../../../domain/tree.ts";
import type { Reading } from "../../connection.ts";
import { type RowSteps, rowsInSteps } from "../../read/inSteps.ts";
import { leafPageOf } from "../nodes/leafEdits.ts";
import type { StoredTree } from "../../write/treeProgress.ts";
import { StoredPage } from "../nodes/storedPage.ts";
import { firstLeafOf, PAGE_WIDTH } from "../nodes/treePage.ts";

interface QueuedAccount {
  readonly leafIndex: number;
  readonly hash: Hash;
}

interface QueuedLeaf extends QueuedAccount {
  /** The hash is the nullifier of an account that was spent before it was appended. */
  readonly isNullified: boolean;
}

/**
 * Accounts of a V2 tree that no batch has appended yet, starting with a leaf. They are read in steps, so `reading` must
 * be a snapshot.
 */
export async function queuedAccounts(
  reading: Reading,
  tree: StoredTree,
  { start, limit }: { readonly start: number; readonly limit: number },
): Promise<QueuedAccount[]> {
  if (tree.type !== TreeType.StateV2) return [];
  const steps: RowSteps<QueuedLeaf> = {
    start,
    limit,
    read: (from, most) => queuedLeaves(reading, tree, from, most),
    next: ({ leafIndex }) => leafIndex + 1,
  };
  const found = (await rowsInSteps(steps, (rows) => rows)).flat();
  const nullified = found.filter(({ isNullified }) => isNullified);
  if (nullified.length === 0) return found;
  const hashes = await hashesOfNullified(reading, tree, nullified);
  return found.map(({ leafIndex, hash }) => ({
    leafIndex,
    hash: hashes.get(leafIndex) ?? hash,
  }));
}

async function queuedLeaves(
  reading: Reading,
  tree: StoredTree,
  start: number,
  limit: number,
): Promise<QueuedLeaf[]> {
  const pages = Math.ceil(limit / PAGE_WIDTH) + 1;
  const rows = await reading.all(
    `select page, content from tree_pages where tree = ? and page >= ? and page <= ? order by page limit ${pages}`,
    [tree.tree, leafPageOf(start), leafPageOf(tree.progress.leaves)],
  );
  const found: QueuedLeaf[] = [];
  for (const [number, content] of rows) {
    const page = new StoredPage(content!);
    for (let slot = 0; slot < PAGE_WIDTH; slot++) {
      const leafIndex = firstLeafOf(number as number) + slot;
      const hash = page.node(slot);
      if (!hash || leafIndex < start || found.length === limit) continue;
      const isNullified = page.isNullified(slot);
      found.push({ leafIndex, hash: asHash(hash), isNullified });
    }
  }
  return found;
}

const ROWS_OF_A_STEP = 512;

/**
 * An account can be nullified before it is appended; the nullifier has then replaced its hash. It was spent recently,
 * so its row is among the newest of the nullifier queue.
 */
async function hashesOfNullified(
  reading: Reading,
  { tree, progress }: StoredTree,
  leaves: readonly QueuedLeaf[],
): Promise<Map<number, Hash>> {
  const missing = new Set(leaves.map(({ leafIndex }) => leafIndex));
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
    await nextTurn();
  }
  return found;
}
