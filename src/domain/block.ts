import type { Address, Signature, Slot } from "./values.ts";

export interface BlockHeader {
  readonly slot: Slot;
  readonly parentSlot: Slot;
  /** In base58, as in the node's response. */
  readonly blockhash: string;
  readonly parentBlockhash: string;
  /** Unix seconds; a node may not know it. */
  readonly blockTime: number | null;
  readonly blockHeight: number | null;
}

export interface Instruction {
  readonly program: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array;
  /** 1 for an outer instruction; null if the source does not provide it. */
  readonly stackHeight: number | null;
}

/** One outer instruction followed by its inner instructions in execution order. */
export type InstructionGroup = readonly Instruction[];

/** The common form of transactions from all sources. */
export interface Transaction {
  readonly signature: Signature;
  readonly failed: boolean;
  /** Whether the transaction contains the key; only programs it contains can have been called. Cheaper than `groups`. */
  mentions(key: Address): boolean;
  readonly groups: readonly InstructionGroup[];
}

/**
 * A transaction of a block before it is read. If reading fails, the transaction is set aside
 * with its `bytes`, and the rest of the block is indexed.
 */
export interface RawTransaction {
  /** Throws when the bytes are not a transaction. */
  read(): Transaction;
  /** The bytes kept if it cannot be read or decoded; see `tachyon quarantine`. */
  bytes(): Uint8Array;
}

export interface Block extends BlockHeader {
  readonly transactions: readonly RawTransaction[];
}
