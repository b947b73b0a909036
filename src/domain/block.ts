import type { Address, Signature, Slot } from "./values.ts";

export interface BlockHeader {
  readonly slot: Slot;
  readonly parentSlot: Slot;
  /** base58, as the node gives it. */
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
  /** 1 for an outer instruction; null when the source does not tell. */
  readonly stackHeight: number | null;
}

/** One outer instruction followed by its inner instructions in execution order. */
export type InstructionGroup = readonly Instruction[];

/** A transaction in the form every source is brought to. */
export interface Transaction {
  readonly signature: Signature;
  readonly failed: boolean;
  /** Whether the key is among those of the transaction; a program that is not was not called. Cheaper than `groups`. */
  mentions(key: Address): boolean;
  readonly groups: readonly InstructionGroup[];
}

/**
 * A transaction of a block before it is read. Reading can fail, and then the
 * transaction is set aside with `bytes`, so the failure must not be the block's.
 */
export interface RawTransaction {
  /** Throws when the bytes are not a transaction. */
  read(): Transaction;
  /** What is kept when it cannot be read or decoded; see `tachyon quarantine`. */
  bytes(): Uint8Array;
}

export interface Block extends BlockHeader {
  readonly transactions: readonly RawTransaction[];
}
