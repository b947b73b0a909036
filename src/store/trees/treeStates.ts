import { mapKey } from "../../codecs/bytes.ts";
import type { Address, Hash, Slot } from "../../domain/values.ts";
import type { Changes } from "../write/changes.ts";
import type { Reading, Row } from "../connection.ts";
import { selectSql } from "../schema/statements.ts";
import { treeStates } from "../schema/tables.ts";
import { SeqRanges } from "./seqRanges.ts";

/** How much of a tree its nodes include. */
export interface HashedCounts {
  /** Leaves of a V2 state tree that batches have appended; those above are queued. */
  leaves: number;
  /** Nullifiers of a V2 state tree that batches have put into it. */
  nullifiers: number;
  /** Elements of an address tree, including the initial ones. */
  elements: number;
}

/** The last comparison with the tree's account on chain. */
export interface Verdict {
  readonly slot: number;
  /** The tree's sequence number in the store at that time. */
  readonly seq: bigint;
  /** Null if the roots agree; otherwise what differs. */
  readonly difference: string | null;
}

export interface TreeState {
  readonly tree: Address;
  rootCapacity: number | null;
  readonly seqs: SeqRanges;
  /** Null for a tree without changes. */
  root: Hash | null;
  readonly hashed: HashedCounts;
  /** Some leaf pages are not hashed yet, or the nodes include less than the queues have passed on. */
  stale: boolean;
  /** The reason why the root differs from the one that the newest batch announced; null if they agree. */
  fault: string | null;
  verdict: Verdict | null;
  /** The slot in which another tree took its place on chain; null before, and until a node has returned the account. */
  rolledOverSlot: Slot | null;
}

const AGREES = "agrees";

/** The states of all trees. They are few, and kept in memory while blocks are applied. */
export class TreeStates {
  readonly #states = new Map<string, TreeState>();
  readonly #changed = new Set<TreeState>();

  static async load(reading: Reading): Promise<TreeStates> {
    const loaded = new TreeStates();
    for (const row of await reading.all(selectSql(treeStates), [])) {
      loaded.#states.set(mapKey(row[0] as Uint8Array), rowToState(row));
    }
    return loaded;
  }

  find(tree: Uint8Array): TreeState | null {
    return this.#states.get(mapKey(tree)) ?? null;
  }

  /** Returns the state for changing; it is written later. */
  change(tree: Address): TreeState {
    const key = mapKey(tree);
    let state = this.#states.get(key);
    if (!state) this.#states.set(key, (state = stateOfNewTree(tree)));
    this.#changed.add(state);
    return state;
  }

  writeTo(changes: Changes): void {
    for (const state of this.#changed)
      changes.put(treeStates, stateToRow(state));
    this.#changed.clear();
  }
}

export function stateOfNewTree(tree: Address): TreeState {
  return {
    tree,
    rootCapacity: null,
    seqs: SeqRanges.parse(""),
    root: null,
    hashed: { leaves: 0, nullifiers: 0, elements: 0 },
    stale: false,
    fault: null,
    verdict: null,
    rolledOverSlot: null,
  };
}

export function rowToState(row: Row): TreeState {
  return {
    tree: row[0] as Address,
    rootCapacity: row[1] as number | null,
    seqs: SeqRanges.parse(row[2] as string),
    root: row[3] as Hash | null,
    hashed: {
      leaves: row[4] as number,
      nullifiers: row[5] as number,
      elements: row[6] as number,
    },
    stale: row[7] === 1,
    fault: row[8] as string | null,
    verdict:
      row[9] === null
        ? null
        : {
            slot: row[9] as number,
            seq: BigInt(row[10] as string),
            difference: row[11] === AGREES ? null : (row[11] as string),
          },
    rolledOverSlot: row[12] as Slot | null,
  };
}

function stateToRow(state: TreeState): Row {
  const { hashed, verdict } = state;
  return [
    state.tree,
    state.rootCapacity,
    state.seqs.toString(),
    state.root,
    hashed.leaves,
    hashed.nullifiers,
    hashed.elements,
    state.stale ? 1 : 0,
    state.fault,
    verdict && verdict.slot,
    verdict && verdict.seq.toString(),
    verdict && (verdict.difference ?? AGREES),
    state.rolledOverSlot,
  ];
}
