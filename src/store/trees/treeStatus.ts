import { type Tree, treeHeight, TreeType } from "../../domain/tree.ts";
import type { Hash, Slot } from "../../domain/values.ts";
import type { TreeProgress } from "../write/treeProgress.ts";
import { newTreeOf } from "./newTree.ts";
import type { TreeState, Verdict } from "./treeStates.ts";
import { countsToHash, distance } from "./counts.ts";

export type TreeStatus =
  | { readonly usable: true }
  | {
      readonly usable: false;
      readonly reason: "incomplete" | "stale" | "mismatch";
      /** The rest of a sentence that begins with the tree. */
      readonly detail: string;
    };

/** A tree for readers. Only a usable tree has proofs. */
export interface MerkleTree extends Tree {
  readonly height: number;
  /** A root's index in a transaction is its sequence number modulo this. Null until a node has returned the account. */
  readonly rootCapacity: number | null;
  readonly root: Hash;
  readonly rootSeq: bigint;
  readonly status: TreeStatus;
  readonly progress: TreeProgress;
  readonly verdict: Verdict | null;
  /** The slot in which another tree took its place; null before, and until a node has returned the account. */
  readonly rolledOverSlot: Slot | null;
}

/** Facts about the store that concern all its trees. */
export interface StoreHistory {
  /** The store follows a live chain, not a recording. */
  readonly isLive: boolean;
  /** Blocks up to this slot were indexed before trees were. */
  readonly missingTo: number | null;
}

/** The length of the root history in V1 programs, whatever the account says. */
const ROOT_CAPACITY_V1 = 2400;

export function merkleTreeOf(
  tree: Tree & { readonly progress: TreeProgress },
  state: TreeState,
  history: StoreHistory,
): MerkleTree {
  const initial = newTreeOf(tree.type);
  return {
    tree: tree.tree,
    queue: tree.queue,
    type: tree.type,
    progress: tree.progress,
    height: treeHeight(tree.type),
    rootCapacity:
      state.rootCapacity ?? (isV1(tree.type) ? ROOT_CAPACITY_V1 : null),
    root: state.root ?? initial.root,
    rootSeq: state.seqs.last ?? initial.seq,
    status: statusOf(tree, state, history),
    verdict: state.verdict,
    rolledOverSlot: state.rolledOverSlot,
  };
}

function statusOf(
  tree: Tree & { readonly progress: TreeProgress },
  state: TreeState,
  { isLive, missingTo }: StoreHistory,
): TreeStatus {
  const { seqs, verdict } = state;
  if (missingTo !== null)
    return incomplete(
      `blocks up to slot ${missingTo} were indexed by a version that did not store trees: index them again`,
    );
  const missing = seqs.missingFrom(newTreeOf(tree.type).seq + 1n);
  if (missing !== null)
    return incomplete(`its updates ${missing} are not indexed`);
  // Without any event, either nothing has happened or it happened before the index begins.
  if (isLive && seqs.last === null && verdict === null)
    return incomplete("it has not been compared with the chain yet");
  if (state.stale || distance(countsToHash(tree), state.hashed) > 0)
    return unusable("stale", "its nodes are still being computed");
  if (state.fault !== null) return unusable("mismatch", state.fault);
  if (verdict?.difference) return unusable("mismatch", verdict.difference);
  return { usable: true };
}

function incomplete(detail: string): TreeStatus {
  return unusable("incomplete", detail);
}

function unusable(
  reason: "incomplete" | "stale" | "mismatch",
  detail: string,
): TreeStatus {
  return { usable: false, reason, detail };
}

function isV1(type: TreeType): boolean {
  return type === TreeType.StateV1 || type === TreeType.AddressV1;
}
