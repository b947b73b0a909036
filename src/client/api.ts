// Written by scripts/writeClient.ts from the OpenAPI document; a test compares the two.

import type { Pages } from "./pages.ts";

export interface Account {
  /** base58 of 32 bytes */
  readonly hash: string;
  readonly address: string | null;
  readonly data: {
    readonly discriminator: bigint;

    /** base64 with padding */
    readonly data: string;

    /** base58 of 32 bytes */
    readonly dataHash: string;
  } | null;

  /** base58 of 32 bytes */
  readonly owner: string;
  readonly lamports: bigint;

  /** base58 of 32 bytes */
  readonly tree: string;
  readonly leafIndex: number;
  readonly seq: bigint | null;

  /** a slot */
  readonly slotCreated: number;
}

export interface AccountV2 {
  /** base58 of 32 bytes */
  readonly hash: string;
  readonly address: string | null;
  readonly data: {
    readonly discriminator: bigint;

    /** base64 with padding */
    readonly data: string;

    /** base58 of 32 bytes */
    readonly dataHash: string;
  } | null;

  /** base58 of 32 bytes */
  readonly owner: string;
  readonly lamports: bigint;
  readonly leafIndex: number;
  readonly seq: bigint | null;

  /** a slot */
  readonly slotCreated: number;

  /** whether the account still waits in the output queue */
  readonly proveByIndex: boolean;
  readonly merkleContext: MerkleContext;
}

export interface MerkleContext {
  /** 1 state V1, 2 address V1, 3 state V2, 4 address V2 */
  readonly treeType: 1 | 2 | 3 | 4;

  /** base58 of 32 bytes */
  readonly tree: string;

  /** base58 of 32 bytes */
  readonly queue: string;
  readonly cpiContext: null;
  readonly nextTreeContext: null;
}

export interface TokenData {
  /** base58 of 32 bytes */
  readonly mint: string;

  /** base58 of 32 bytes */
  readonly owner: string;
  readonly amount: bigint;
  readonly delegate: string | null;
  readonly state: "initialized" | "frozen";
  readonly tlv: string | null;
}

export interface TokenAccount {
  readonly account: Account;
  readonly tokenData: TokenData;
}

export interface TokenAccountV2 {
  readonly account: AccountV2;
  readonly tokenData: TokenData;
}

export interface Signature {
  /** base58 of 64 bytes */
  readonly signature: string;

  /** a slot */
  readonly slot: number;

  /** unix seconds */
  readonly blockTime: number;
}

export interface SignatureWithError {
  /** base58 of 64 bytes */
  readonly signature: string;

  /** a slot */
  readonly slot: number;

  /** unix seconds */
  readonly blockTime: number;
  readonly error: null;
}

export interface Holder {
  /** base58 of 32 bytes */
  readonly owner: string;
  readonly balance: bigint;
}

export interface TokenBalance {
  /** base58 of 32 bytes */
  readonly mint: string;
  readonly balance: bigint;
}

export interface Queue {
  /** base58 of 32 bytes */
  readonly tree: string;

  /** base58 of 32 bytes */
  readonly queue: string;

  /** 3 nullifiers, 4 new addresses, 5 new accounts */
  readonly queueType: 3 | 4 | 5;
  readonly queueSize: number;
}

export interface OnChainAccount {
  readonly lamports: bigint;

  /** base64 with padding */
  readonly data: string;

  /** base58 of 32 bytes */
  readonly owner: string;
  readonly executable: boolean;
  readonly rentEpoch: bigint;
  readonly space: number;
}

export interface AccountInterface {
  /** base58 of 32 bytes */
  readonly key: string;
  readonly account: OnChainAccount;
  readonly cold: readonly AccountV2[] | null;
}

export interface AtaInterface {
  /** base58 of 32 bytes */
  readonly key: string;

  /** base58 of 32 bytes */
  readonly owner: string;

  /** base58 of 32 bytes */
  readonly mint: string;
  readonly mode: "auto" | "light" | "spl" | "token2022";
  readonly wrap: boolean;
  readonly addresses: {
    /** base58 of 32 bytes */
    readonly light: string;

    /** base58 of 32 bytes */
    readonly spl: string;

    /** base58 of 32 bytes */
    readonly token2022: string;

    /** base58 of 32 bytes */
    readonly canonical: string;
  };
  readonly account: OnChainAccount;
  readonly cold: readonly AccountV2[] | null;
  readonly hot: {
    readonly light: {
      /** base58 of 32 bytes */
      readonly address: string;
      readonly amount: bigint;
    } | null;
    readonly spl: {
      /** base58 of 32 bytes */
      readonly address: string;
      readonly amount: bigint;
    } | null;
    readonly token2022: {
      /** base58 of 32 bytes */
      readonly address: string;
      readonly amount: bigint;
    } | null;
  };
}

export interface Api {
  /** An account wherever it is: as the chain has it, with the compressed accounts that stand for it; null when there is neither. */
  getAccountInterface(params: {
    /** base58 of 32 bytes */
    readonly address: string;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly context: {
      /** a slot */
      readonly slot: number;
    };
    readonly value: AccountInterface | null;
  }>;
  /** What an owner holds of a mint in the associated token account and compressed, as one account; null when there is nothing. */
  getAtaInterface(params: {
    /** base58 of 32 bytes */
    readonly owner: string;

    /** base58 of 32 bytes */
    readonly mint: string;
    readonly config?: {
      /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
      readonly commitment?: "processed" | "confirmed" | "finalized" | null;
      readonly minContextSlot?: number | null;
      readonly programId?: string | null;
      readonly wrap?: boolean | null;
      readonly allowOwnerOffCurve?: boolean | null;
    } | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly context: {
      /** a slot */
      readonly slot: number;
    };
    readonly value: AtaInterface | null;
  }>;
  /** The unspent account with an address or a hash; null when there is none. */
  getCompressedAccount(params?: {
    readonly address?: string | null;
    readonly hash?: string | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly context: {
      /** a slot */
      readonly slot: number;
    };
    readonly value: Account | null;
  }>;
  /** Lamports of the unspent account with an address or a hash; 0 when there is none. */
  getCompressedAccountBalance(params?: {
    readonly address?: string | null;
    readonly hash?: string | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly context: {
      /** a slot */
      readonly slot: number;
    };
    readonly value: bigint;
  }>;
  /** The unspent account with an address or a hash, and where in which tree it is; null when there is none. */
  getCompressedAccountV2(params?: {
    readonly address?: string | null;
    readonly hash?: string | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly context: {
      /** a slot */
      readonly slot: number;
    };
    readonly value: AccountV2 | null;
  }>;
  /** Unspent compressed accounts of an owning program or wallet, by hash; all filters must match. */
  getCompressedAccountsByOwner(params: {
    /** base58 of 32 bytes */
    readonly owner: string;
    readonly filters?:
      | readonly {
          readonly memcmp: {
            /** an integer from 0 to 4294967295 */
            readonly offset: number;

            /** base58 of at most 1500 characters */
            readonly bytes: string;
          };
        }[]
      | null;
    readonly dataSlice?: {
      /** an integer from 0 to 4294967295 */
      readonly offset: number;

      /** an integer from 0 to 4294967295 */
      readonly length: number;
    } | null;
    readonly cursor?: string | null;
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<Account>;
  /** Unspent compressed accounts of an owning program or wallet, by hash, and where in which trees they are. */
  getCompressedAccountsByOwnerV2(params: {
    /** base58 of 32 bytes */
    readonly owner: string;
    readonly filters?:
      | readonly {
          readonly memcmp: {
            /** an integer from 0 to 4294967295 */
            readonly offset: number;

            /** base58 of at most 1500 characters */
            readonly bytes: string;
          };
        }[]
      | null;
    readonly dataSlice?: {
      /** an integer from 0 to 4294967295 */
      readonly offset: number;

      /** an integer from 0 to 4294967295 */
      readonly length: number;
    } | null;
    readonly cursor?: string | null;
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<AccountV2>;
  /** The old name of getCompressedAccountBalance, which clients still call. */
  getCompressedBalance(params?: {
    readonly address?: string | null;
    readonly hash?: string | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly context: {
      /** a slot */
      readonly slot: number;
    };
    readonly value: bigint;
  }>;
  /** Lamports in all unspent accounts of an owner. */
  getCompressedBalanceByOwner(params: {
    /** base58 of 32 bytes */
    readonly owner: string;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly context: {
      /** a slot */
      readonly slot: number;
    };
    readonly value: bigint;
  }>;
  /** Owners of a mint with a balance above 0, largest first. */
  getCompressedMintTokenHolders(params: {
    /** base58 of 32 bytes */
    readonly mint: string;
    readonly cursor?: string | null;
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<Holder>;
  /** Tokens in the unspent token account with an address or a hash; 0 when there is none. */
  getCompressedTokenAccountBalance(params?: {
    readonly address?: string | null;
    readonly hash?: string | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly context: {
      /** a slot */
      readonly slot: number;
    };
    readonly value: { readonly amount: bigint };
  }>;
  /** Unspent compressed token accounts delegated to a key, by mint and hash. */
  getCompressedTokenAccountsByDelegate(params: {
    /** base58 of 32 bytes */
    readonly delegate: string;
    readonly mint?: string | null;
    readonly cursor?: string | null;
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<TokenAccount>;
  /** Unspent compressed token accounts delegated to a key, by mint and hash, and where in which trees they are. */
  getCompressedTokenAccountsByDelegateV2(params: {
    /** base58 of 32 bytes */
    readonly delegate: string;
    readonly mint?: string | null;
    readonly cursor?: string | null;
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<TokenAccountV2>;
  /** Unspent compressed token accounts of an owner, by mint and hash. */
  getCompressedTokenAccountsByOwner(params: {
    /** base58 of 32 bytes */
    readonly owner: string;
    readonly mint?: string | null;
    readonly cursor?: string | null;
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<TokenAccount>;
  /** Unspent compressed token accounts of an owner, by mint and hash, and where in which trees they are. */
  getCompressedTokenAccountsByOwnerV2(params: {
    /** base58 of 32 bytes */
    readonly owner: string;
    readonly mint?: string | null;
    readonly cursor?: string | null;
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<TokenAccountV2>;
  /** What an owner holds of each mint, by mint; mints whose tokens were all spent are listed with 0. */
  getCompressedTokenBalancesByOwner(params: {
    /** base58 of 32 bytes */
    readonly owner: string;
    readonly mint?: string | null;
    readonly cursor?: string | null;
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<TokenBalance>;
  /** What an owner holds of each mint, by mint, under the name that other lists use. */
  getCompressedTokenBalancesByOwnerV2(params: {
    /** base58 of 32 bytes */
    readonly owner: string;
    readonly mint?: string | null;
    readonly cursor?: string | null;
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<TokenBalance>;
  /** The transaction that made an account and the one that spent it, newest first. */
  getCompressionSignaturesForAccount(params: {
    /** base58 of 32 bytes */
    readonly hash: string;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly context: {
      /** a slot */
      readonly slot: number;
    };
    readonly value: { readonly items: readonly Signature[] };
  }>;
  /** Transactions that made or spent an account with an address, newest first. */
  getCompressionSignaturesForAddress(params: {
    /** base58 of 32 bytes */
    readonly address: string;
    readonly cursor?: string | null;
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<Signature>;
  /** Transactions that made or spent an account of an owner, newest first. */
  getCompressionSignaturesForOwner(params: {
    /** base58 of 32 bytes */
    readonly owner: string;
    readonly cursor?: string | null;
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<Signature>;
  /** Transactions that made or spent a token account of an owner, newest first. */
  getCompressionSignaturesForTokenOwner(params: {
    /** base58 of 32 bytes */
    readonly owner: string;
    readonly cursor?: string | null;
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<Signature>;
  /** Always "ok": a server that is too far behind answers every method with error -32005, this one too. */
  getIndexerHealth(params?: {
    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<"ok">;
  /** The last indexed slot; clients wait for it to pass a transaction's. */
  getIndexerSlot(params?: {
    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<number>;
  /** Every transaction with a compression event, tree maintenance too, newest first. */
  getLatestCompressionSignatures(params?: {
    readonly cursor?: string | null;
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<Signature>;
  /** The newest successful transactions that are no votes, compression or not. Only the newest thousand without compression are kept. */
  getLatestNonVotingSignatures(params?: {
    readonly cursor?: string | null;
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly context: {
      /** a slot */
      readonly slot: number;
    };
    readonly value: { readonly items: readonly SignatureWithError[] };
  }>;
  /** Accounts wherever they are, in the order asked for; null for each that is neither on chain nor compressed. */
  getMultipleAccountInterfaces(params: {
    readonly addresses: readonly string[];

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly context: {
      /** a slot */
      readonly slot: number;
    };
    readonly value: readonly (AccountInterface | null)[];
  }>;
  /** The unspent accounts with these hashes or addresses, in that order; null for each that is not there. */
  getMultipleCompressedAccounts(params?: {
    readonly hashes?: readonly string[] | null;
    readonly addresses?: readonly string[] | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly context: {
      /** a slot */
      readonly slot: number;
    };
    readonly value: { readonly items: readonly (Account | null)[] };
  }>;
  /** The unspent accounts with these hashes or addresses, and where in which trees they are; null for each that is not there. */
  getMultipleCompressedAccountsV2(params?: {
    readonly hashes?: readonly string[] | null;
    readonly addresses?: readonly string[] | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly context: {
      /** a slot */
      readonly slot: number;
    };
    readonly value: { readonly items: readonly (AccountV2 | null)[] };
  }>;
  /** How many entries wait in the queues of V2 trees: of these trees, or of all that are known. */
  getQueueInfo(params?: {
    readonly trees?: readonly string[] | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly queues: readonly Queue[];

    /** a slot */
    readonly slot: number;
  }>;
  /** A transaction, the accounts it spent and the accounts it made; null when there is no such transaction. */
  getTransactionWithCompressionInfo(params: {
    /** base58 of 64 bytes */
    readonly signature: string;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly transaction: Readonly<Record<string, unknown>> | null;
    readonly compressionInfo: {
      readonly closedAccounts: readonly {
        readonly account: Account;
        readonly optionalTokenData: TokenData | null;
      }[];
      readonly openedAccounts: readonly {
        readonly account: Account;
        readonly optionalTokenData: TokenData | null;
      }[];
    };
  }>;
  /** A transaction, the accounts it spent with their nullifiers and the accounts it made; null when there is no such transaction. */
  getTransactionWithCompressionInfoV2(params: {
    /** base58 of 64 bytes */
    readonly signature: string;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly transaction: Readonly<Record<string, unknown>> | null;
    readonly compressionInfo: {
      readonly closedAccounts: readonly {
        readonly account: {
          readonly account: AccountV2;

          /** base58 of 32 bytes */
          readonly nullifier: string;

          /** base58 of 32 bytes */
          readonly txHash: string;
        };
        readonly optionalTokenData: TokenData | null;
      }[];
      readonly openedAccounts: readonly {
        readonly account: AccountV2;
        readonly optionalTokenData: TokenData | null;
      }[];
    };
  }>;
}

/** How a method answers: the name of its list when it is paged, and where its numbers may be large. */

export interface MethodShape {
  readonly list: string | null;
  readonly bigints: readonly string[];
}

export const METHODS: Readonly<Record<keyof Api, MethodShape>> = {
  getAccountInterface: {
    list: null,
    bigints: [
      "value.account.lamports",
      "value.account.rentEpoch",
      "value.cold.*.data.discriminator",
      "value.cold.*.lamports",
      "value.cold.*.seq",
    ],
  },
  getAtaInterface: {
    list: null,
    bigints: [
      "value.account.lamports",
      "value.account.rentEpoch",
      "value.cold.*.data.discriminator",
      "value.cold.*.lamports",
      "value.cold.*.seq",
      "value.hot.light.amount",
      "value.hot.spl.amount",
      "value.hot.token2022.amount",
    ],
  },
  getCompressedAccount: {
    list: null,
    bigints: ["value.data.discriminator", "value.lamports", "value.seq"],
  },
  getCompressedAccountBalance: { list: null, bigints: ["value"] },
  getCompressedAccountV2: {
    list: null,
    bigints: ["value.data.discriminator", "value.lamports", "value.seq"],
  },
  getCompressedAccountsByOwner: {
    list: "items",
    bigints: [
      "value.items.*.data.discriminator",
      "value.items.*.lamports",
      "value.items.*.seq",
    ],
  },
  getCompressedAccountsByOwnerV2: {
    list: "items",
    bigints: [
      "value.items.*.data.discriminator",
      "value.items.*.lamports",
      "value.items.*.seq",
    ],
  },
  getCompressedBalance: { list: null, bigints: ["value"] },
  getCompressedBalanceByOwner: { list: null, bigints: ["value"] },
  getCompressedMintTokenHolders: {
    list: "items",
    bigints: ["value.items.*.balance"],
  },
  getCompressedTokenAccountBalance: { list: null, bigints: ["value.amount"] },
  getCompressedTokenAccountsByDelegate: {
    list: "items",
    bigints: [
      "value.items.*.account.data.discriminator",
      "value.items.*.account.lamports",
      "value.items.*.account.seq",
      "value.items.*.tokenData.amount",
    ],
  },
  getCompressedTokenAccountsByDelegateV2: {
    list: "items",
    bigints: [
      "value.items.*.account.data.discriminator",
      "value.items.*.account.lamports",
      "value.items.*.account.seq",
      "value.items.*.tokenData.amount",
    ],
  },
  getCompressedTokenAccountsByOwner: {
    list: "items",
    bigints: [
      "value.items.*.account.data.discriminator",
      "value.items.*.account.lamports",
      "value.items.*.account.seq",
      "value.items.*.tokenData.amount",
    ],
  },
  getCompressedTokenAccountsByOwnerV2: {
    list: "items",
    bigints: [
      "value.items.*.account.data.discriminator",
      "value.items.*.account.lamports",
      "value.items.*.account.seq",
      "value.items.*.tokenData.amount",
    ],
  },
  getCompressedTokenBalancesByOwner: {
    list: "token_balances",
    bigints: ["value.token_balances.*.balance"],
  },
  getCompressedTokenBalancesByOwnerV2: {
    list: "items",
    bigints: ["value.items.*.balance"],
  },
  getCompressionSignaturesForAccount: { list: null, bigints: [] },
  getCompressionSignaturesForAddress: { list: "items", bigints: [] },
  getCompressionSignaturesForOwner: { list: "items", bigints: [] },
  getCompressionSignaturesForTokenOwner: { list: "items", bigints: [] },
  getIndexerHealth: { list: null, bigints: [] },
  getIndexerSlot: { list: null, bigints: [] },
  getLatestCompressionSignatures: { list: "items", bigints: [] },
  getLatestNonVotingSignatures: { list: null, bigints: [] },
  getMultipleAccountInterfaces: {
    list: null,
    bigints: [
      "value.*.account.lamports",
      "value.*.account.rentEpoch",
      "value.*.cold.*.data.discriminator",
      "value.*.cold.*.lamports",
      "value.*.cold.*.seq",
    ],
  },
  getMultipleCompressedAccounts: {
    list: null,
    bigints: [
      "value.items.*.data.discriminator",
      "value.items.*.lamports",
      "value.items.*.seq",
    ],
  },
  getMultipleCompressedAccountsV2: {
    list: null,
    bigints: [
      "value.items.*.data.discriminator",
      "value.items.*.lamports",
      "value.items.*.seq",
    ],
  },
  getQueueInfo: { list: null, bigints: [] },
  getTransactionWithCompressionInfo: {
    list: null,
    bigints: [
      "compressionInfo.closedAccounts.*.account.data.discriminator",
      "compressionInfo.closedAccounts.*.account.lamports",
      "compressionInfo.closedAccounts.*.account.seq",
      "compressionInfo.closedAccounts.*.optionalTokenData.amount",
      "compressionInfo.openedAccounts.*.account.data.discriminator",
      "compressionInfo.openedAccounts.*.account.lamports",
      "compressionInfo.openedAccounts.*.account.seq",
      "compressionInfo.openedAccounts.*.optionalTokenData.amount",
    ],
  },
  getTransactionWithCompressionInfoV2: {
    list: null,
    bigints: [
      "compressionInfo.closedAccounts.*.account.account.data.discriminator",
      "compressionInfo.closedAccounts.*.account.account.lamports",
      "compressionInfo.closedAccounts.*.account.account.seq",
      "compressionInfo.closedAccounts.*.optionalTokenData.amount",
      "compressionInfo.openedAccounts.*.account.data.discriminator",
      "compressionInfo.openedAccounts.*.account.lamports",
      "compressionInfo.openedAccounts.*.account.seq",
      "compressionInfo.openedAccounts.*.optionalTokenData.amount",
    ],
  },
};
