import { encodeBase58 } from "../../codecs/base58.ts";
import { sameBytes } from "../../codecs/bytes.ts";
import { ACCOUNT_COMPRESSION } from "../../codecs/programs.ts";
import { DecodeError } from "../../codecs/reader.ts";
import {
  readRoot,
  readRootHistory,
  ROOT_HISTORY_HEAD,
  type RootHistory,
} from "../../codecs/accounts/rootHistory.ts";
import type { Slot } from "../../domain/values.ts";
import type {
  TreeFacts,
  TreeVerdict,
} from "../../store/trees/write/saveStates.ts";
import { newTreeOf } from "../../store/trees/newTree.ts";
import type { MerkleTree } from "../../store/trees/treeStatus.ts";
import type { AccountReader } from "../source/accounts.ts";

/** A tree that is this many slots ahead on chain lacks updates here. A smaller distance is delay. */
const TIP_SLOTS = 150;

/** The result of comparing a tree with its account. */
export interface RootCheck {
  readonly facts: TreeFacts;
  /** Null if the account decides nothing: it is older than the store, or much newer. */
  readonly verdict: TreeVerdict | null;
}

/**
 * Compares a tree's root with the history in its account. The history has the roots of the newest sequence numbers, so
 * the comparison is exact even if the tree has advanced. Returns null if there is no such account.
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
    const { capacity, rolledOverSlot } = history;
    const difference = await findDifference(
      { accounts, tree, history, signal },
      head.slot === null ? null : head.slot - indexedSlot,
    );
    const slot = head.slot ?? indexedSlot;
    const verdict =
      difference === "unknown"
        ? null
        : { tree: tree.tree, slot, seq: tree.rootSeq, difference };
    return { facts: { tree: tree.tree, capacity, rolledOverSlot }, verdict };
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
      ? `the chain is at update ${seq} and the index at update ${tree.rootSeq}: updates are missing`
      : "unknown";
  const at = history.rootAt(tree.rootSeq);
  const slice = await accounts.readSlice(tree.tree, at, 32, signal);
  if (!slice) return "unknown";
  const root = readRoot(slice.account.data);
  if (sameBytes(root, tree.root)) return null;
  // V2 programs clear roots that still contain spent accounts.
  if (root.every((byte) => byte === 0)) return "unknown";
  // The program fixes the root of a new tree, so a recorded account that differs was changed after it was read.
  if (slotsBehind === null && isNew(tree)) return "unknown";
  return `its root after update ${tree.rootSeq} is ${encodeBase58(tree.root)}, on chain it is ${encodeBase58(root)}`;
}

function isNew({ type, root, rootSeq }: MerkleTree): boolean {
  const initial = newTreeOf(type);
  return rootSeq === initial.seq && sameBytes(root, initial.root);
}

/** The root is meaningless while leaves or nodes are missing. A tree that was never compared is compared anyway. */
function isUnfinished({ status, verdict, rootSeq }: MerkleTree): boolean {
  if (status.usable || status.reason === "mismatch") return false;
  return status.reason === "stale" || verdict !== null || rootSeq > 3n;
}
