import type { Integer } from "./integer.ts";

// Items in the responses of methods, as far as they are shown.

export interface Account {
  readonly hash: string;
  readonly address: string | null;
  readonly data: AccountData | null;
  readonly owner: string;
  readonly lamports: Integer;
  readonly tree: string;
  readonly leafIndex: number;
  readonly seq: Integer | null;
  readonly slotCreated: Integer;
}

export interface AccountData {
  readonly discriminator: Integer;
  /** base64 */
  readonly data: string;
  readonly dataHash: string;
}

export interface TokenData {
  readonly mint: string;
  readonly owner: string;
  readonly amount: Integer;
  readonly delegate: string | null;
  readonly state: string;
  readonly tlv: string | null;
}

export interface TokenAccount {
  readonly account: Account;
  readonly tokenData: TokenData;
}

/** The result of getCompressedAccountProofV2, as far as it is shown. */
export interface AccountProof {
  /** Siblings, the leaf's own first. */
  readonly proof: readonly string[];
  readonly root: string;
  readonly leafIndex: number;
  readonly rootSeq: Integer;
  readonly proveByIndex: boolean;
  readonly treeContext: { readonly tree: string };
}

/** An account that a transaction made or spent. */
export interface TouchedAccount {
  readonly account: Account;
  readonly optionalTokenData: TokenData | null;
}

/** The result of getTransactionWithCompressionInfo. */
export interface Touched {
  /** Null when there is no such transaction. */
  readonly transaction: RawTransaction | null;
  readonly compressionInfo: {
    readonly openedAccounts: readonly TouchedAccount[];
    readonly closedAccounts: readonly TouchedAccount[];
  };
}

/** As a node answers getTransaction, with encoding base64. */
export interface RawTransaction {
  readonly slot?: Integer;
  readonly blockTime?: number | null;
  readonly version?: number | string;
  readonly transaction: readonly [base64: string, encoding: string];
  readonly meta?: {
    readonly err?: unknown;
    readonly fee?: Integer;
    readonly computeUnitsConsumed?: Integer;
    readonly innerInstructions?: readonly {
      readonly index: number;
      readonly instructions: readonly RawInstruction[];
    }[];
    readonly loadedAddresses?: {
      readonly writable?: readonly string[];
      readonly readonly?: readonly string[];
    };
    readonly logMessages?: readonly string[] | null;
  } | null;
}

export interface RawInstruction {
  readonly programIdIndex: number;
  /** base58 */
  readonly data: string;
}

export interface Signature {
  readonly signature: string;
  readonly slot: Integer;
  readonly blockTime: number;
}

export interface Holder {
  readonly owner: string;
  readonly balance: Integer;
}

export interface TokenBalance {
  readonly mint: string;
  readonly balance: Integer;
}

/** An item of getCompressedTokenHistory. */
export interface TokenChange {
  readonly signature: string;
  readonly slot: Integer;
  readonly blockTime: number;
  readonly owner: string;
  readonly mint: string;
  readonly change: Integer;
  /** Null while blocks before it are missing. */
  readonly balance: Integer | null;
}

/** The value of getCompressedMintInfo; null where nothing is known. */
export interface MintInfo {
  readonly mint: string;
  readonly decimals: number | null;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly uri: string | null;
  readonly supply: Integer | null;
  readonly holders: Integer | null;
  readonly transactions: Integer | null;
  readonly decimalsSource: string | null;
  readonly nameSource: string | null;
}

export interface Page<Item = unknown> {
  readonly items: readonly Item[];
  readonly cursor: string | null;
}

export interface InContext<Value> {
  readonly context: { readonly slot: Integer };
  readonly value: Value;
}
