import { encodeBase58 } from "../../codecs/base58.ts";
import { sameBytes } from "../../codecs/bytes.ts";
import { ACCOUNT_COMPRESSION } from "../../codecs/programs.ts";
import { DecodeError } from "../../codecs/reader.ts";
import {
  readRoot,
  readRootHistory,
  ROOT_HISTORY_HEAD,
  type RootHistory,
} from "../../codecs/rootHistory.ts";
import type { Slot } from "../../domain/values.ts";
import type {
  RootCapacity,
  TreeVerdict,
} from "../../store/trees/saveStates.ts";
import type { MerkleTree } from "../../store/trees/treeStatus.ts";
import type { AccountReader } from "../source/accounts.ts";

/** A tree that is this many slots ahead on chain lacks updates here; a smaller distance is only delay. */
const TIP_SLOTS = 150;

/** What the account of a tree says about it. */
export interface RootCheck {
  readonly capacity: RootCapacity;
  /** Null when the account cannot tell: it is older than the store, or much newer. */
  readonly verdict: TreeVerdict | null;
}

/**
 * Compares a tree's root with the history in its account. The history keeps the root of each of the newest sequence
 * numbers, so the comparison is exact even when the tree has moved on. Null when there is no such account.
 */
export async function checkRoot(
  accounts: AccountReader,
  tree: MerkleTree,
  indexedSlot: Slot,
  signal: AbortSignal,
): Promise<RootCheck | null> {
  const { offset, length } = ROOT_HISTORY_HEAD;
  const head = await accounts.readSlice(tree.tree, offset, length, signal);
  if (!head || !sameBytes(head.account.owner, ACCOUNT_COMPRESSION)) return null;
  try {
    const history = readRootHistory(tree.type, head.account.data);
    const { capacity } = history;
    const difference = await findDifference(
      { accounts, tree, history, signal },
      head.slot === null ? null : head.slot - indexedSlot,
    );
    const slot = head.slot ?? indexedSlot;
    const verdict =
      difference === "unknown"
        ? null
        : { tree: tree.tree, slot, seq: tree.rootSeq, difference };
    return { capacity: { tree: tree.tree, capacity }, verdict };
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

interface Compared {
  readonly accounts: AccountReader;
  readonly tree: MerkleTree;
  readonly history: RootHistory;
  readonly signal: AbortSignal;
}

async function findDifference(
  { accounts, tree, history, signal }: Compared,
  slotsBehind: number | null,
): Promise<string | null> {
  const { seq, capacity } = history;
  if (isUnfinished(tree) || seq < tree.rootSeq) return "unknown";
  if (seq - tree.rootSeq >= BigInt(capacity))
    return slotsBehind !== null && slotsBehind <= TIP_SLOTS
      ? `the chain is at update ${seq} and the index at ${tree.rootSeq}: updates are missing`
      : "unknown";
  const at = history.rootAt(tree.rootSeq);
  const slice = await accounts.readSlice(tree.tree, at, 32, signal);
  if (!slice) return "unknown";
  const root = readRoot(slice.account.data);
  if (sameBytes(root, tree.root)) return null;
  // V2 programs clear roots that still contain spent accounts.
  if (root.every((byte) => byte === 0)) return "unknown";
  return `its root after update ${tree.rootSeq} is ${encodeBase58(tree.root)}, on chain it is ${encodeBase58(root)}`;
}

/** Its root says nothing: leaves are missing, or nodes. A tree never compared before is compared as it is. */
function isUnfinished({ status, verdict, rootSeq }: MerkleTree): boolean {
  if (status.usable || status.reason === "mismatch") return false;
  return status.reason === "stale" || verdict !== null || rootSeq > 3n;
}
