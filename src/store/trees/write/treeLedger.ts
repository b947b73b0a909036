import { encodeU64 } from "../../../codecs/bigEndian.ts";
import { isFieldElement } from "../../../codecs/hashing/isFieldElement.ts";
import {
  HIGHEST_ADDRESS,
  LOWEST_ADDRESS,
} from "../../../codecs/hashing/indexedLeaf.ts";
import { type Tree, treeHeight, TreeType } from "../../../domain/tree.ts";
import type {
  BatchUpdate,
  InsertedElements,
  NullifiedLeaves,
  QueuedAddress,
  TransactionUpdate,
} from "../../../domain/update.ts";
import type { Address } from "../../../domain/values.ts";
import type { Spend, StoredAccount } from "../../schema/accountRow.ts";
import type { Changes } from "../../write/changes.ts";
import * as tables from "../../schema/tables.ts";
import type { StoredTrees } from "../../write/treeProgress.ts";
import { AllLeafChanges } from "./leafChanges.ts";
import type { TreeStates } from "../treeStates.ts";

/** The tree changes of a transaction, without its accounts, which are handled one by one. */
export type TreeMoves = Pick<
  TransactionUpdate,
  "addresses" | "batches" | "nullifiedLeaves" | "insertedElements"
>;

/**
 * The effect of blocks on trees. Facts are written at once; leaves are collected and settled after all blocks are
 * applied. Data that no program could have written, such as a leaf that cannot be hashed, is ignored: the tree then
 * lacks an update.
 */
export class TreeLedger {
  readonly states: TreeStates;
  readonly leaves = new AllLeafChanges();
  readonly trees: StoredTrees;
  readonly #changes: Changes;

  constructor(states: TreeStates, trees: StoredTrees, changes: Changes) {
    this.states = states;
    this.trees = trees;
    this.#changes = changes;
  }

  /** An account was created, or its creation was undone. */
  account({ account }: StoredAccount, present: boolean): void {
    const { tree, treeType, seq, hash } = account;
    if (!isFieldElement(hash)) return;
    this.leaves.account(account, present);
    if (treeType === TreeType.StateV1 && seq !== null)
      this.#count(tree, seq, 1, present);
  }

  /** An account was spent, or is unspent again. Spent accounts of V2 trees wait in a queue until they are nullified. */
  spend({ account }: StoredAccount, spend: Spend, present: boolean): void {
    const { tree, treeType, leafIndex, hash } = account;
    if (!spend.nullifier || treeType !== TreeType.StateV2) return;
    const { queueIndex, transactionHash } = spend.nullifier;
    if (!isFieldElement(hash) || !isFieldElement(transactionHash)) return;
    const spent = { hash, present, leafIndex, queueIndex, transactionHash };
    this.leaves.of(tree).spent.set(leafIndex, spent);
    const key = [tree, encodeU64(queueIndex)];
    if (present) this.#changes.put(tables.queuedNullifiers, [...key, hash]);
    else this.#changes.remove(tables.queuedNullifiers, key);
  }

  follow(moves: TreeMoves): void {
    this.#move(moves, true);
  }

  undo(moves: TreeMoves): void {
    this.#move(moves, false);
  }

  #move(moves: TreeMoves, present: boolean): void {
    for (const queued of moves.addresses) this.#queueAddress(queued, present);
    for (const batch of moves.batches) this.#batch(batch, present);
    for (const event of moves.nullifiedLeaves) this.#nullify(event, present);
    for (const event of moves.insertedElements) this.#insert(event, present);
  }

  #queueAddress(
    { tree, address, queueIndex }: QueuedAddress,
    present: boolean,
  ) {
    if (!this.#is(tree, TreeType.AddressV2)) return;
    if (queueIndex >= LEAVES_OF_ADDRESS_V2 || !isAddress(address)) return;
    // Leaf 0 is the initial element of the tree.
    this.#element(tree, address, Number(queueIndex) + 1, present);
  }

  #batch(
    { kind, tree, sequenceNumber, newRoot }: BatchUpdate,
    present: boolean,
  ) {
    const type =
      kind === "addressAppend" ? TreeType.AddressV2 : TreeType.StateV2;
    if (!this.#is(tree, type)) return;
    this.#count(tree, sequenceNumber, 1, present);
    const key = [tree, encodeU64(sequenceNumber)];
    if (present) this.#changes.put(tables.batchRoots, [...key, newRoot]);
    else this.#changes.remove(tables.batchRoots, key);
  }

  #nullify({ tree, leafIndexes, seq }: NullifiedLeaves, present: boolean) {
    this.#count(tree, seq, leafIndexes.length, present);
    const { nullified } = this.leaves.of(tree);
    for (const leafIndex of leafIndexes) nullified.set(leafIndex, present);
  }

  #insert({ tree, elements, seq }: InsertedElements, present: boolean) {
    if (!elements.every(({ value }) => isAddress(value))) return;
    // Each insertion also rewrites the next lower element.
    this.#count(tree, seq, 2 * elements.length, present);
    for (const { value, leafIndex } of elements)
      this.#element(tree, value, leafIndex, present);
  }

  #element(tree: Address, value: Address, leafIndex: number, present: boolean) {
    this.leaves.of(tree).element({ value, leafIndex, present });
    if (present)
      this.#changes.put(tables.addressElements, [tree, value, leafIndex]);
    else this.#changes.remove(tables.addressElements, [tree, value]);
  }

  #count(tree: Address, seq: bigint, count: number, present: boolean): void {
    const { seqs } = this.states.change(tree);
    if (present) seqs.add(seq, BigInt(count));
    else seqs.remove(seq, BigInt(count));
  }

  #is(tree: Address, type: Tree["type"]): boolean {
    return this.trees.find(tree)?.type === type;
  }
}

/** Whether a value lies between the lowest and highest element, which every address tree starts with. */
function isAddress(value: Address): boolean {
  return (
    Buffer.compare(value, LOWEST_ADDRESS) > 0 &&
    Buffer.compare(value, HIGHEST_ADDRESS) < 0
  );
}

const LEAVES_OF_ADDRESS_V2 = 1n << BigInt(treeHeight(TreeType.AddressV2));
