import type { Account } from "./account.ts";
import type { BlockHeader } from "./block.ts";
import type { Address, Hash, Signature } from "./values.ts";

/** A V2 input waiting in its tree's nullifier queue. */
export interface QueuedNullifier {
  readonly hash: Hash;
  readonly tree: Address;
  readonly queueIndex: bigint;
  readonly transactionHash: Hash;
}

/** A new address waiting in a V2 address tree's queue. */
export interface QueuedAddress {
  readonly address: Address;
  readonly tree: Address;
  readonly queueIndex: bigint;
}

/** A forester moved a range of a V2 tree's queue into the tree. */
export interface BatchUpdate {
  readonly kind: "append" | "nullify" | "addressAppend";
  readonly tree: Address;
  readonly oldNextIndex: bigint;
  readonly newNextIndex: bigint;
  /** The tree's root afterwards. */
  readonly newRoot: Hash;
  readonly sequenceNumber: bigint;
}

/** A forester cleared the leaves of spent accounts in a V1 state tree; each took a sequence number. */
export interface NullifiedLeaves {
  readonly tree: Address;
  readonly leafIndexes: readonly number[];
  /** Sequence number of the first leaf; each further leaf adds one. */
  readonly seq: bigint;
}

/** A forester inserted addresses into a V1 address tree; each took two sequence numbers. */
export interface InsertedElements {
  readonly tree: Address;
  readonly elements: readonly InsertedElement[];
  readonly seq: bigint;
}

export interface InsertedElement {
  readonly value: Address;
  readonly leafIndex: number;
}

/** The changes made by one compression transaction. */
export interface TransactionUpdate {
  readonly signature: Signature;
  readonly created: readonly Account[];
  readonly spent: readonly Hash[];
  readonly nullifiers: readonly QueuedNullifier[];
  readonly addresses: readonly QueuedAddress[];
  readonly batches: readonly BatchUpdate[];
  readonly nullifiedLeaves: readonly NullifiedLeaves[];
  readonly insertedElements: readonly InsertedElements[];
}

/** The changes of a transaction that changes nothing, to be overwritten where one does. */
export const NO_CHANGES: Omit<TransactionUpdate, "signature"> = {
  created: [],
  spent: [],
  nullifiers: [],
  addresses: [],
  batches: [],
  nullifiedLeaves: [],
  insertedElements: [],
};

/** A transaction that could not be decoded: kept beside the index, never in it. */
export interface SetAside {
  /** Null when not even the signature could be read. */
  readonly signature: Signature | null;
  /** Position in the block, which identifies it if the signature cannot be read. */
  readonly index: number;
  readonly reason: string;
  readonly bytes: Uint8Array;
}

/** All changes of one block, in transaction order: the output of decoding and the input of writing. */
export interface StateUpdate {
  readonly block: BlockHeader;
  /** Compression transactions only: successful ones in which an event was found. */
  readonly transactions: readonly TransactionUpdate[];
  /** Successful transactions without a compression event that are not votes. */
  readonly others: readonly Signature[];
  readonly setAside: readonly SetAside[];
}
