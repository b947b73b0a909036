import type { Address, Signature, Slot } from "./values.ts";
import type { TransactionUpdate } from "./update.ts";

/** A transaction as stored on the chain, and its changes to compressed state. */
export interface ChainTransaction {
  readonly slot: Slot;
  /** The response of getTransaction (encoding base64), as JSON text with all digits. */
  readonly json: string;
  /** Null when the transaction failed or has no compression event. */
  readonly update: TransactionUpdate | null;
}

/** A regular on-chain account. */
export interface OnChainAccount {
  readonly owner: Address;
  readonly lamports: bigint;
  readonly data: Uint8Array;
  readonly executable: boolean;
  readonly rentEpoch: bigint;
}

/** The node did not answer, so the requested state is unknown. */
export class ChainUnavailable extends Error {
  override readonly name = "ChainUnavailable";
}

/** The requested accounts hold more data than the caller takes. */
export class AccountsTooLarge extends Error {
  override readonly name = "AccountsTooLarge";
}

/** Access to data that is not in the index but on the chain. */
export interface Chain {
  // Both throw ChainUnavailable when there is no answer.
  /** Null when there is no such transaction. */
  findTransaction(signature: Signature): Promise<ChainTransaction | null>;
  /**
   * In the order of the keys; null where there is no account. Throws AccountsTooLarge if they have more than `maxBytes`
   * of data together, of which no more than about that much is transferred.
   */
  readAccounts(
    keys: readonly Address[],
    maxBytes: number,
  ): Promise<readonly (OnChainAccount | null)[]>;
}
