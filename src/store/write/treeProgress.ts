import { mapKey } from "../../codecs/bytes.ts";
import { type Tree, type TreeType } from "../../domain/tree.ts";
import type {
  BatchUpdate,
  StateUpdate,
  TransactionUpdate,
} from "../../domain/update.ts";
import type { Address } from "../../domain/values.ts";
import { type Changes } from "./changes.ts";
import type { Reading, Row } from "../connection.ts";
import { selectSql } from "../schema/statements.ts";
import { type Table, trees } from "../schema/tables.ts";

/**
 * How far a V2 tree's queues are filled and emptied. Foresters empty queues in order, so an account's index and these
 * counters show whether it is still queued, and appending a batch changes no account rows.
 */
export interface TreeProgress {
  leaves: number;
  leavesAppended: number;
  nullifiers: number;
  nullifiersEmptied: number;
  addresses: number;
  addressesAppended: number;
}

export interface StoredTree extends Tree {
  readonly progress: TreeProgress;
}

/** All known trees. There are few, so they are kept in memory while a batch is applied. */
export class StoredTrees {
  readonly #trees = new Map<string, StoredTree>();
  readonly #changed = new Set<string>();
  readonly #table: Table;

  private constructor(table: Table) {
    this.#table = table;
  }

  static async load(reading: Reading, table = trees): Promise<StoredTrees> {
    const loaded = new StoredTrees(table);
    for (const row of await reading.all(selectSql(table), [])) {
      loaded.#trees.set(mapKey(row[0] as Uint8Array), rowToTree(row));
    }
    return loaded;
  }

  treeOf = (tree: Uint8Array): Tree => {
    const found = this.#trees.get(mapKey(tree));
    if (!found) throw new Error("an account's tree is missing from the store");
    return found;
  };

  find(tree: Uint8Array): StoredTree | null {
    return this.#trees.get(mapKey(tree)) ?? null;
  }

  list(): StoredTree[] {
    return [...this.#trees.values()];
  }

  add(tree: Tree): void {
    const key = mapKey(tree.tree);
    if (this.#trees.has(key)) return;
    this.#trees.set(key, { ...tree, progress: noProgress() });
    this.#changed.add(key);
  }

  /** The counters before `update`, for undoing it. */
  progressBefore(update: StateUpdate): [Uint8Array, TreeProgress][] {
    const touched = new Map<string, Uint8Array>();
    for (const transaction of update.transactions) {
      for (const tree of treesTouched(transaction)) {
        touched.set(mapKey(tree), tree);
      }
    }
    return [...touched].map(([key, tree]) => [
      tree,
      { ...(this.#trees.get(key)?.progress ?? noProgress()) },
    ]);
  }

  /** Restores earlier counters, but not below `floor`. */
  restore(tree: Uint8Array, progress: TreeProgress, floor: StoredTrees): void {
    const least = floor.#trees.get(mapKey(tree))?.progress ?? noProgress();
    this.#advance(tree, (now) => {
      for (const name of PROGRESS_NAMES) {
        now[name] = Math.max(progress[name], least[name]);
      }
    });
  }

  follow(transaction: TransactionUpdate): void {
    for (const account of transaction.created) {
      this.add({
        tree: account.tree,
        queue: account.queue,
        type: account.treeType,
      });
      this.#advance(account.tree, (now) => {
        now.leaves = Math.max(now.leaves, account.leafIndex + 1);
      });
    }
    for (const { tree, queueIndex } of transaction.nullifiers) {
      this.#advance(tree, (now) => {
        now.nullifiers = Math.max(now.nullifiers, Number(queueIndex) + 1);
      });
    }
    for (const { tree, queueIndex } of transaction.addresses) {
      this.#advance(tree, (now) => {
        now.addresses = Math.max(now.addresses, Number(queueIndex) + 1);
      });
    }
    for (const batch of transaction.batches) this.#followBatch(batch);
    for (const { tree, elements } of transaction.insertedElements) {
      const last = Math.max(...elements.map(({ leafIndex }) => leafIndex));
      this.#advance(tree, (now) => {
        // A new V1 address tree has two elements.
        now.addressesAppended = Math.max(now.addressesAppended, last - 1);
      });
    }
  }

  writeTo(changes: Changes): void {
    for (const key of this.#changed) {
      changes.put(this.#table, treeToRow(this.#trees.get(key)!));
    }
  }

  #followBatch({ kind, tree, newNextIndex }: BatchUpdate): void {
    const next = Number(newNextIndex);
    this.#advance(tree, (now) => {
      if (kind === "append") {
        now.leavesAppended = Math.max(now.leavesAppended, next);
      } else if (kind === "nullify") {
        now.nullifiersEmptied = Math.max(now.nullifiersEmptied, next);
      } else {
        // Address trees count from 1: index 0 is their initial element.
        now.addressesAppended = Math.max(now.addressesAppended, next - 1);
      }
    });
  }

  #advance(tree: Uint8Array, change: (progress: TreeProgress) => void): void {
    const key = mapKey(tree);
    const stored = this.#trees.get(key);
    if (!stored) return;
    change(stored.progress);
    this.#changed.add(key);
  }
}

function treesTouched(transaction: TransactionUpdate): Address[] {
  return [
    ...transaction.created,
    ...transaction.nullifiers,
    ...transaction.addresses,
    ...transaction.batches,
    ...transaction.insertedElements,
  ].map(({ tree }) => tree);
}

const PROGRESS_NAMES = Object.keys(noProgress()) as (keyof TreeProgress)[];

export function noProgress(): TreeProgress {
  return {
    leaves: 0,
    leavesAppended: 0,
    nullifiers: 0,
    nullifiersEmptied: 0,
    addresses: 0,
    addressesAppended: 0,
  };
}

export function rowToTree(row: Row): StoredTree {
  return {
    tree: row[0] as Address,
    queue: row[1] as Address,
    type: row[2] as TreeType,
    progress: {
      leaves: row[3] as number,
      leavesAppended: row[4] as number,
      nullifiers: row[5] as number,
      nullifiersEmptied: row[6] as number,
      addresses: row[7] as number,
      addressesAppended: row[8] as number,
    },
  };
}

function treeToRow({ tree, queue, type, progress }: StoredTree): Row {
  return [
    tree,
    queue,
    type,
    progress.leaves,
    progress.leavesAppended,
    progress.nullifiers,
    progress.nullifiersEmptied,
    progress.addresses,
    progress.addressesAppended,
  ];
}
