import { mapKey } from "../../../codecs/bytes.ts";
import type { Account } from "../../../domain/account.ts";
import type { Address, Hash } from "../../../domain/values.ts";

/** A hash that was put into a leaf, or removed because its block was undone. */
interface LeafChange {
  readonly hash: Hash;
  readonly present: boolean;
}

/** An account of a V2 tree in its tree's nullifier queue. */
export interface QueuedNullifier {
  readonly hash: Hash;
  readonly leafIndex: number;
  readonly queueIndex: bigint;
  readonly transactionHash: Hash;
}

/** An account of a V2 tree that was spent, or is unspent again. */
export interface SpentLeaf extends QueuedNullifier, LeafChange {}

export interface ElementChange {
  readonly value: Address;
  readonly leafIndex: number;
  readonly present: boolean;
}

/** The changes that blocks made to the leaves of one tree; the last change of each leaf counts. */
export class LeafChanges {
  readonly accounts = new Map<number, LeafChange>();
  /** V1 state trees: whether the leaf is nullified. */
  readonly nullified = new Map<number, boolean>();
  readonly spent = new Map<number, SpentLeaf>();
  readonly elements = new Map<string, ElementChange>();

  get count(): number {
    return (
      this.accounts.size +
      this.nullified.size +
      this.spent.size +
      this.elements.size
    );
  }

  element(change: ElementChange): void {
    this.elements.set(mapKey(change.value), change);
  }
}

export class AllLeafChanges {
  readonly #trees = new Map<string, LeafChanges>();

  of(tree: Address): LeafChanges {
    const key = mapKey(tree);
    let changes = this.#trees.get(key);
    if (!changes) this.#trees.set(key, (changes = new LeafChanges()));
    return changes;
  }

  find(tree: Address): LeafChanges | null {
    return this.#trees.get(mapKey(tree)) ?? null;
  }

  account({ tree, leafIndex, hash }: Account, present: boolean): void {
    this.of(tree).accounts.set(leafIndex, { hash, present });
  }
}
