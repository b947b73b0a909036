// Queue traffic of V2 trees over a random history: spends enter the nullifier queue, foresters empty queues.
import { TreeType } from "../../src/domain/tree.ts";
import type { BatchUpdate, StateUpdate } from "../../src/domain/update.ts";
import { asHash, type Address } from "../../src/domain/values.ts";
import { Random } from "./random.ts";

export function withQueues(
  updates: readonly StateUpdate[],
  seed: number,
): StateUpdate[] {
  const random = new Random(seed + 3);
  let tree: Address | null = null;
  let leaves = 0n;
  let queued = 0n;
  return updates.map((update) => ({
    ...update,
    transactions: update.transactions.map((transaction) => {
      const inTree = transaction.created.filter(
        ({ treeType }) => treeType === TreeType.StateV2,
      );
      for (const account of inTree) {
        tree = account.tree;
        leaves = BigInt(account.leafIndex) + 1n;
      }
      const at = tree;
      if (!at) return transaction;
      const nullifiers = transaction.spent.map((hash) => ({
        hash,
        tree: at,
        queueIndex: queued++,
        transactionHash: asHash(random.bytes(32)),
      }));
      const batches: BatchUpdate[] = random.chance(0.2)
        ? [batch("append", at, leaves), batch("nullify", at, queued)]
        : [];
      return { ...transaction, nullifiers, batches };
    }),
  }));
}

function batch(
  kind: BatchUpdate["kind"],
  tree: Address,
  newNextIndex: bigint,
): BatchUpdate {
  return {
    kind,
    tree,
    oldNextIndex: 0n,
    newNextIndex,
    newRoot: asHash(new Uint8Array(32)),
    sequenceNumber: 1n,
  };
}
