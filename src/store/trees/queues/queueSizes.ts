import { TreeType } from "../../../domain/tree.ts";
import type { Reading } from "../../connection.ts";
import type { StoredTree } from "../../write/treeProgress.ts";
import { spentBetween } from "./nullifiers.ts";
import { queuedAccounts } from "./queuedAccounts.ts";

/** Entries that wait in the queues of a tree; V1 trees have no such queues. */
export interface QueueSizes {
  /** New accounts of a state tree. */
  readonly outputs: number;
  /** Spent accounts of a state tree. */
  readonly nullifiers: number;
  /** New addresses of an address tree. */
  readonly addresses: number;
}

const NONE: QueueSizes = { outputs: 0, nullifiers: 0, addresses: 0 };

/** Several reads: `reading` must be one snapshot. */
export async function queueSizes(
  reading: Reading,
  stored: StoredTree,
): Promise<QueueSizes> {
  const { tree, type, progress } = stored;
  if (type === TreeType.StateV2) {
    const { leaves, leavesAppended, nullifiers, nullifiersEmptied } = progress;
    return {
      ...NONE,
      outputs: await size(leaves, leavesAppended, async () => {
        const part = { start: 0, limit: 1 };
        return (await queuedAccounts(reading, stored, part))[0]?.leafIndex;
      }),
      nullifiers: await size(nullifiers, nullifiersEmptied, async () => {
        const [first] = await spentBetween(reading, tree, 0, nullifiers, 1);
        return first && Number(first.queueIndex);
      }),
    };
  }
  if (type !== TreeType.AddressV2) return NONE;
  const { addresses, addressesAppended } = progress;
  return {
    ...NONE,
    addresses: await size(addresses, addressesAppended, async () => {
      const [row] = await reading.all(
        "select min(leaf_index) from address_elements where tree = ?",
        [tree],
      );
      const first = row![0] as number | null;
      // Leaf 0 is the initial element of the tree.
      return first === null ? undefined : first - 1;
    }),
  };
}

/**
 * From one index in the queue to another. An index that begins in the middle of the chain learns with the first batch how
 * far the queue has been emptied; until then only the entries that it has seen count.
 */
async function size(
  filled: number,
  emptied: number,
  firstSeen: () => Promise<number | undefined>,
): Promise<number> {
  if (filled <= emptied) return 0;
  const first = emptied > 0 ? emptied : ((await firstSeen()) ?? filled);
  return filled - first;
}
