import type { Address, Signature, Slot } from "./values.ts";
import type { TransactionUpdate } from "./update.ts";

/** A transaction as the chain holds it, and what it did to compressed state. */
export interface ChainTransaction {
  readonly slot: Slot;
  /** What getTransaction answers (encoding base64), as JSON text with every digit. */
  readonly json: string;
  /** Null when the transaction failed or has no compression event. */
  readonly update: TransactionUpdate | null;
}

/** An account as it is on chain, not compressed. */
export interface OnChainAccount {
  readonly owner: Address;
  readonly lamports: bigint;
  readonly data: Uint8Array;
  readonly executable: boolean;
  readonly rentEpoch: bigint;
}

/** The chain gave no answer, which says nothing about what was asked for. */
export class ChainUnavailable extends Error {
  override readonly name = "ChainUnavailable";
}

/** What an index does not hold itself and asks the chain for. */
export interface Chain {
  // Both throw ChainUnavailable when there is no answer.
  /** Null when there is no such transaction. */
  findTransaction(signature: Signature): Promise<ChainTransaction | null>;
  /** In the order of the keys; null where there is no account. */
  readAccounts(
    keys: readonly Address[],
  ): Promise<readonly (OnChainAccount | null)[]>;
}
