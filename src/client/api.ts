// Written by scripts/writeClient.ts from the OpenAPI document; a test compares the two.

import type { Pages } from "./pages.ts";

export interface Account {
  /** names this state of the account; another one after every change; base58 of 32 bytes */
  readonly hash: string;

  /** stays the same while the account changes; null for accounts without one, as those of tokens; base58 of 32 bytes */
  readonly address: string | null;

  /** what a program keeps in the account; null when it only holds lamports */
  readonly data: {
    /** the first 8 bytes, which say what kind of account it is, as a little-endian integer */
    readonly discriminator: bigint;

    /** the data after the discriminator; base64 with padding */
    readonly data: string;

    /** the hash of the data that is part of the account's hash; base58 of 32 bytes */
    readonly dataHash: string;
  } | null;

  /** the program or wallet that may spend the account; base58 of 32 bytes */
  readonly owner: string;

  /** lamports in the account */
  readonly lamports: bigint;

  /** the state tree that holds the account; base58 of 32 bytes */
  readonly tree: string;

  /** the account's place among the leaves of its tree */
  readonly leafIndex: number;

  /** the tree's sequence number when the account was appended; null in V2 trees */
  readonly seq: bigint | null;

  /** the slot of the transaction that made the account */
  readonly slotCreated: number;
}

export interface AccountV2 {
  /** names this state of the account; another one after every change; base58 of 32 bytes */
  readonly hash: string;

  /** stays the same while the account changes; null for accounts without one, as those of tokens; base58 of 32 bytes */
  readonly address: string | null;

  /** what a program keeps in the account; null when it only holds lamports */
  readonly data: {
    /** the first 8 bytes, which say what kind of account it is, as a little-endian integer */
    readonly discriminator: bigint;

    /** the data after the discriminator; base64 with padding */
    readonly data: string;

    /** the hash of the data that is part of the account's hash; base58 of 32 bytes */
    readonly dataHash: string;
  } | null;

  /** the program or wallet that may spend the account; base58 of 32 bytes */
  readonly owner: string;

  /** lamports in the account */
  readonly lamports: bigint;

  /** the account's place among the leaves of its tree */
  readonly leafIndex: number;

  /** the tree's sequence number when the account was appended; null in V2 trees */
  readonly seq: bigint | null;

  /** the slot of the transaction that made the account */
  readonly slotCreated: number;

  /** whether the account still waits in the output queue, so that its index proves it */
  readonly proveByIndex: boolean;
  readonly merkleContext: MerkleContext;
}

export interface MerkleContext {
  /** the kind of tree: 1 state V1, 2 address V1, 3 state V2, 4 address V2 */
  readonly treeType: 1 | 2 | 3 | 4;

  /** the state tree that holds the account; base58 of 32 bytes */
  readonly tree: string;

  /** the queue of that tree: of nullifiers in V1, of new accounts in V2; base58 of 32 bytes */
  readonly queue: string;

  /** always null */
  readonly cpiContext: null;

  /** always null */
  readonly nextTreeContext: null;
}

export interface TokenData {
  /** the mint of the tokens; base58 of 32 bytes */
  readonly mint: string;

  /** the wallet that owns the tokens; base58 of 32 bytes */
  readonly owner: string;

  /** tokens in the mint's smallest unit */
  readonly amount: bigint;

  /** who may spend the tokens beside the owner; base58 of 32 bytes */
  readonly delegate: string | null;

  /** frozen tokens cannot be spent */
  readonly state: "initialized" | "frozen";

  /** extensions of the token account; base64 with padding */
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
  /** the transaction's first signature, which names it; base58 of 64 bytes */
  readonly signature: string;

  /** the slot of the transaction */
  readonly slot: number;

  /** when its block was made, in unix seconds */
  readonly blockTime: number;
}

export interface SignatureWithError {
  /** the transaction's first signature, which names it; base58 of 64 bytes */
  readonly signature: string;

  /** the slot of the transaction */
  readonly slot: number;

  /** when its block was made, in unix seconds */
  readonly blockTime: number;

  /** always null: failed ones are not listed */
  readonly error: null;
}

export interface Holder {
  /** the wallet that owns the tokens; base58 of 32 bytes */
  readonly owner: string;

  /** the sum over the owner's unspent token accounts of the mint */
  readonly balance: bigint;
}

export interface TokenBalance {
  /** the mint of the tokens; base58 of 32 bytes */
  readonly mint: string;

  /** the sum over the owner's unspent token accounts of the mint */
  readonly balance: bigint;
}

export interface Queue {
  /** the V2 tree; base58 of 32 bytes */
  readonly tree: string;

  /** the queue: an account of its own, or in the tree; base58 of 32 bytes */
  readonly queue: string;

  /** what waits in it: 3 nullifiers, 4 new addresses, 5 new accounts */
  readonly queueType: 3 | 4 | 5;

  /** how many entries wait */
  readonly queueSize: number;
}

export interface OnChainAccount {
  /** lamports in the account */
  readonly lamports: bigint;

  /** the account's data; base64 with padding */
  readonly data: string;

  /** the program that owns the account; base58 of 32 bytes */
  readonly owner: string;

  /** whether the account is a program */
  readonly executable: boolean;

  /** the epoch at which rent is due next, as the node tells it */
  readonly rentEpoch: bigint;

  /** the length of the data in bytes */
  readonly space: number;
}

export interface AccountInterface {
  /** the key that was asked for; base58 of 32 bytes */
  readonly key: string;
  readonly account: OnChainAccount;

  /** the compressed accounts that count; null when there are none */
  readonly cold: readonly AccountV2[] | null;
}

export interface AtaInterface {
  /** the associated token account that the answer is about; base58 of 32 bytes */
  readonly key: string;

  /** the wallet that was asked for; base58 of 32 bytes */
  readonly owner: string;

  /** the mint that was asked for; base58 of 32 bytes */
  readonly mint: string;

  /** the program that was asked for; auto when none was */
  readonly mode: "auto" | "light" | "spl" | "token2022";

  /** whether what SPL Token and Token-2022 hold counts too */
  readonly wrap: boolean;

  /** the associated token accounts of owner and mint */
  readonly addresses: {
    /** of the light token program; base58 of 32 bytes */
    readonly light: string;

    /** of SPL Token; base58 of 32 bytes */
    readonly spl: string;

    /** of Token-2022; base58 of 32 bytes */
    readonly token2022: string;

    /** of the program that was asked for; base58 of 32 bytes */
    readonly canonical: string;
  };
  readonly account: OnChainAccount;

  /** the compressed accounts that count; null when there are none */
  readonly cold: readonly AccountV2[] | null;

  /** what of it is on chain */
  readonly hot: {
    /** the associated account of the light token program on chain; null when there is none or it does not count */
    readonly light: {
      /** the associated token account; base58 of 32 bytes */
      readonly address: string;

      /** tokens in it, in the mint's smallest unit */
      readonly amount: bigint;
    } | null;

    /** the associated account of SPL Token on chain; null when there is none or it does not count */
    readonly spl: {
      /** the associated token account; base58 of 32 bytes */
      readonly address: string;

      /** tokens in it, in the mint's smallest unit */
      readonly amount: bigint;
    } | null;

    /** the associated account of Token-2022 on chain; null when there is none or it does not count */
    readonly token2022: {
      /** the associated token account; base58 of 32 bytes */
      readonly address: string;

      /** tokens in it, in the mint's smallest unit */
      readonly amount: bigint;
    } | null;
  };
}

export interface Api {
  /** An account wherever it is: as the chain has it, with the compressed accounts that stand for it; null when there is neither. */
  getAccountInterface(params: {
    /** the account's key on chain; base58 of 32 bytes */
    readonly address: string;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** an account wherever it is, as one */
    readonly value: AccountInterface | null;
  }>;
  /** What an owner holds of a mint in the associated token account and compressed, as one account; null when there is nothing. */
  getAtaInterface(params: {
    /** the wallet that owns the tokens; base58 of 32 bytes */
    readonly owner: string;

    /** the mint of the tokens; base58 of 32 bytes */
    readonly mint: string;

    /** which accounts count */
    readonly config?: {
      /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
      readonly commitment?: "processed" | "confirmed" | "finalized" | null;

      /** the answer is of this slot or a later one, else it is an error; an integer from 0 to 9007199254740991 */
      readonly minContextSlot?: number | null;

      /** count only what this program holds, and what is compressed; the id of the light token program, of SPL Token or of Token-2022 */
      readonly programId?: string | null;

      /** count what SPL Token and Token-2022 hold, too; true or false */
      readonly wrap?: boolean | null;

      /** whether the owner may be the address of a program; true or false */
      readonly allowOwnerOffCurve?: boolean | null;
    } | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** what an owner holds of a mint, as one token account */
    readonly value: AtaInterface | null;
  }>;
  /** The unspent account with an address or a hash; null when there is none. */
  getCompressedAccount(params?: {
    /** of the account; this or its hash; base58 of 32 bytes */
    readonly address?: string | null;

    /** of the account; this or its address; base58 of 32 bytes */
    readonly hash?: string | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** an unspent compressed account */
    readonly value: Account | null;
  }>;
  /** Lamports of the unspent account with an address or a hash; 0 when there is none. */
  getCompressedAccountBalance(params?: {
    /** of the account; this or its hash; base58 of 32 bytes */
    readonly address?: string | null;

    /** of the account; this or its address; base58 of 32 bytes */
    readonly hash?: string | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** lamports in the account */
    readonly value: bigint;
  }>;
  /** The Merkle path of an account, from its leaf to the root of its tree. */
  getCompressedAccountProof(params: {
    /** the account's hash; base58 of 32 bytes */
    readonly hash: string;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** that an account is in its tree */
    readonly value: {
      /** the Merkle path: 26, 32 or 40 hashes, the leaf's sibling first */
      readonly proof: readonly string[];

      /** the tree's newest root, to which the path leads; base58 of 32 bytes */
      readonly root: string;

      /** the leaf's place in the tree */
      readonly leafIndex: number;

      /** the account's hash, which is the leaf; base58 of 32 bytes */
      readonly hash: string;

      /** the Merkle tree; base58 of 32 bytes */
      readonly merkleTree: string;

      /** the tree's sequence number at that root */
      readonly rootSeq: bigint;
    };
  }>;
  /** The Merkle path of an unspent account; of one that waits in the output queue, the path of its place in the tree. */
  getCompressedAccountProofV2(params: {
    /** the account's hash; base58 of 32 bytes */
    readonly hash: string;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** that an account is in its tree, or where it will be */
    readonly value: {
      /** the Merkle path: 26, 32 or 40 hashes, the leaf's sibling first */
      readonly proof: readonly string[];

      /** the tree's newest root, to which the path leads; base58 of 32 bytes */
      readonly root: string;

      /** the leaf's place in the tree */
      readonly leafIndex: number;

      /** what the tree holds there: the account's hash, or zero while it waits; base58 of 32 bytes */
      readonly hash: string;

      /** the tree's sequence number at that root */
      readonly rootSeq: bigint;

      /** whether the account still waits in the output queue: then it is proven by its leaf index, without a path */
      readonly proveByIndex: boolean;

      /** where the account is */
      readonly treeContext: {
        /** 1 state V1, 2 address V1, 3 state V2, 4 address V2 */
        readonly treeType: 1 | 2 | 3 | 4;

        /** the Merkle tree; base58 of 32 bytes */
        readonly tree: string;

        /** the tree's queue; of V2 address trees the tree itself; base58 of 32 bytes */
        readonly queue: string;

        /** not known to an index */
        readonly cpiContext: null;
      };
    };
  }>;
  /** The unspent account with an address or a hash, and where in which tree it is; null when there is none. */
  getCompressedAccountV2(params?: {
    /** of the account; this or its hash; base58 of 32 bytes */
    readonly address?: string | null;

    /** of the account; this or its address; base58 of 32 bytes */
    readonly hash?: string | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** an unspent compressed account, and where in which tree it is */
    readonly value: AccountV2 | null;
  }>;
  /** Unspent compressed accounts of an owning program or wallet, by hash; all filters must match. */
  getCompressedAccountsByOwner(params: {
    /** the program or wallet that owns the accounts; base58 of 32 bytes */
    readonly owner: string;

    /** only accounts whose data match all of these */
    readonly filters?:
      | readonly {
          /** bytes that the data must hold */
          readonly memcmp: {
            /** where in the data, counted after the discriminator; an integer from 0 to 4294967295 */
            readonly offset: number;

            /** what stands there; base58 of at most 1500 characters */
            readonly bytes: string;
          };
        }[]
      | null;

    /** show only this part of each account's data */
    readonly dataSlice?: {
      /** where in the data the slice begins; an integer from 0 to 4294967295 */
      readonly offset: number;

      /** its length; an integer from 0 to 4294967295 */
      readonly length: number;
    } | null;

    /** the cursor of the page before (base58 of 32 bytes: hash) */
    readonly cursor?: string | null;

    /** how many items the page may hold; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<Account>;
  /** Unspent compressed accounts of an owning program or wallet, by hash, and where in which trees they are. */
  getCompressedAccountsByOwnerV2(params: {
    /** the program or wallet that owns the accounts; base58 of 32 bytes */
    readonly owner: string;

    /** only accounts whose data match all of these */
    readonly filters?:
      | readonly {
          /** bytes that the data must hold */
          readonly memcmp: {
            /** where in the data, counted after the discriminator; an integer from 0 to 4294967295 */
            readonly offset: number;

            /** what stands there; base58 of at most 1500 characters */
            readonly bytes: string;
          };
        }[]
      | null;

    /** show only this part of each account's data */
    readonly dataSlice?: {
      /** where in the data the slice begins; an integer from 0 to 4294967295 */
      readonly offset: number;

      /** its length; an integer from 0 to 4294967295 */
      readonly length: number;
    } | null;

    /** the cursor of the page before (base58 of 32 bytes: hash) */
    readonly cursor?: string | null;

    /** how many items the page may hold; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<AccountV2>;
  /** The old name of getCompressedAccountBalance, which clients still call. */
  getCompressedBalance(params?: {
    /** of the account; this or its hash; base58 of 32 bytes */
    readonly address?: string | null;

    /** of the account; this or its address; base58 of 32 bytes */
    readonly hash?: string | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** lamports in the account */
    readonly value: bigint;
  }>;
  /** Lamports in all unspent accounts of an owner. */
  getCompressedBalanceByOwner(params: {
    /** the program or wallet that owns the accounts; base58 of 32 bytes */
    readonly owner: string;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** the sum over the unspent accounts */
    readonly value: bigint;
  }>;
  /** Owners of a mint with a balance above 0, largest first. */
  getCompressedMintTokenHolders(params: {
    /** the mint whose owners are listed; base58 of 32 bytes */
    readonly mint: string;

    /** the cursor of the page before (base58 of 40 bytes: balance, owner) */
    readonly cursor?: string | null;

    /** how many items the page may hold; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<Holder>;
  /** Tokens in the unspent token account with an address or a hash; 0 when there is none. */
  getCompressedTokenAccountBalance(params?: {
    /** of the account; this or its hash; base58 of 32 bytes */
    readonly address?: string | null;

    /** of the account; this or its address; base58 of 32 bytes */
    readonly hash?: string | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: {
      /** tokens in the mint's smallest unit */
      readonly amount: bigint;
    };
  }>;
  /** Unspent compressed token accounts delegated to a key, by mint and hash. */
  getCompressedTokenAccountsByDelegate(params: {
    /** the key that may spend the tokens; base58 of 32 bytes */
    readonly delegate: string;

    /** only tokens of this mint; base58 of 32 bytes */
    readonly mint?: string | null;

    /** the cursor of the page before (base58 of 64 bytes: mint, hash) */
    readonly cursor?: string | null;

    /** how many items the page may hold; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<TokenAccount>;
  /** Unspent compressed token accounts delegated to a key, by mint and hash, and where in which trees they are. */
  getCompressedTokenAccountsByDelegateV2(params: {
    /** the key that may spend the tokens; base58 of 32 bytes */
    readonly delegate: string;

    /** only tokens of this mint; base58 of 32 bytes */
    readonly mint?: string | null;

    /** the cursor of the page before (base58 of 64 bytes: mint, hash) */
    readonly cursor?: string | null;

    /** how many items the page may hold; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<TokenAccountV2>;
  /** Unspent compressed token accounts of an owner, by mint and hash. */
  getCompressedTokenAccountsByOwner(params: {
    /** the wallet that owns the tokens; base58 of 32 bytes */
    readonly owner: string;

    /** only tokens of this mint; base58 of 32 bytes */
    readonly mint?: string | null;

    /** the cursor of the page before (base58 of 64 bytes: mint, hash) */
    readonly cursor?: string | null;

    /** how many items the page may hold; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<TokenAccount>;
  /** Unspent compressed token accounts of an owner, by mint and hash, and where in which trees they are. */
  getCompressedTokenAccountsByOwnerV2(params: {
    /** the wallet that owns the tokens; base58 of 32 bytes */
    readonly owner: string;

    /** only tokens of this mint; base58 of 32 bytes */
    readonly mint?: string | null;

    /** the cursor of the page before (base58 of 64 bytes: mint, hash) */
    readonly cursor?: string | null;

    /** how many items the page may hold; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<TokenAccountV2>;
  /** What an owner holds of each mint, by mint; mints whose tokens were all spent are listed with 0. */
  getCompressedTokenBalancesByOwner(params: {
    /** the wallet that owns the tokens; base58 of 32 bytes */
    readonly owner: string;

    /** only tokens of this mint; base58 of 32 bytes */
    readonly mint?: string | null;

    /** the cursor of the page before (base58 of 32 bytes: mint) */
    readonly cursor?: string | null;

    /** how many items the page may hold; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<TokenBalance>;
  /** What an owner holds of each mint, by mint, under the name that other lists use. */
  getCompressedTokenBalancesByOwnerV2(params: {
    /** the wallet that owns the tokens; base58 of 32 bytes */
    readonly owner: string;

    /** only tokens of this mint; base58 of 32 bytes */
    readonly mint?: string | null;

    /** the cursor of the page before (base58 of 32 bytes: mint) */
    readonly cursor?: string | null;

    /** how many items the page may hold; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<TokenBalance>;
  /** The transaction that made an account and the one that spent it, newest first. */
  getCompressionSignaturesForAccount(params: {
    /** of the account; base58 of 32 bytes */
    readonly hash: string;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: {
      /** newest first */
      readonly items: readonly Signature[];
    };
  }>;
  /** Transactions that made or spent an account with an address, newest first. */
  getCompressionSignaturesForAddress(params: {
    /** the address of a compressed account; base58 of 32 bytes */
    readonly address: string;

    /** the cursor of the page before (base58 of 72 bytes: slot, signature) */
    readonly cursor?: string | null;

    /** how many items the page may hold; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<Signature>;
  /** Transactions that made or spent an account of an owner, newest first. */
  getCompressionSignaturesForOwner(params: {
    /** the program or wallet that owns the accounts; base58 of 32 bytes */
    readonly owner: string;

    /** the cursor of the page before (base58 of 72 bytes: slot, signature) */
    readonly cursor?: string | null;

    /** how many items the page may hold; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<Signature>;
  /** Transactions that made or spent a token account of an owner, newest first. */
  getCompressionSignaturesForTokenOwner(params: {
    /** the wallet that owns the tokens; base58 of 32 bytes */
    readonly owner: string;

    /** the cursor of the page before (base58 of 72 bytes: slot, signature) */
    readonly cursor?: string | null;

    /** how many items the page may hold; an integer from 0 to 1000 */
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
    /** the cursor of the page before (base58 of 72 bytes: slot, signature) */
    readonly cursor?: string | null;

    /** how many items the page may hold; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Pages<Signature>;
  /** The newest successful transactions that are no votes, compression or not. Only the newest thousand without compression are kept. */
  getLatestNonVotingSignatures(params?: {
    /** the cursor of the page before (base58 of 72 bytes: slot, signature) */
    readonly cursor?: string | null;

    /** how many items the page may hold; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: {
      /** newest first */
      readonly items: readonly SignatureWithError[];
    };
  }>;
  /** Accounts wherever they are, in the order asked for; null for each that is neither on chain nor compressed. */
  getMultipleAccountInterfaces(params: {
    /** the accounts' keys on chain */
    readonly addresses: readonly string[];

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: readonly (AccountInterface | null)[];
  }>;
  /** The Merkle paths of accounts, in the order asked for. */
  getMultipleCompressedAccountProofs(params: {
    /** hashes of accounts; they may also be sent bare */
    readonly hashes: readonly string[];

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: readonly {
      /** the Merkle path: 26, 32 or 40 hashes, the leaf's sibling first */
      readonly proof: readonly string[];

      /** the tree's newest root, to which the path leads; base58 of 32 bytes */
      readonly root: string;

      /** the leaf's place in the tree */
      readonly leafIndex: number;

      /** the account's hash, which is the leaf; base58 of 32 bytes */
      readonly hash: string;

      /** the Merkle tree; base58 of 32 bytes */
      readonly merkleTree: string;

      /** the tree's sequence number at that root */
      readonly rootSeq: bigint;
    }[];
  }>;
  /** The Merkle paths of unspent accounts, in the order asked for; no path for those that wait in an output queue. */
  getMultipleCompressedAccountProofsV2(params: {
    /** hashes of accounts; they may also be sent bare */
    readonly hashes: readonly string[];

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: readonly {
      /** the Merkle path: 26, 32 or 40 hashes, the leaf's sibling first */
      readonly proof: readonly string[];

      /** the tree's newest root, to which the path leads; base58 of 32 bytes */
      readonly root: string;

      /** the leaf's place in the tree */
      readonly leafIndex: number;

      /** what the tree holds there: the account's hash, or zero while it waits; base58 of 32 bytes */
      readonly hash: string;

      /** the tree's sequence number at that root */
      readonly rootSeq: bigint;

      /** whether the account still waits in the output queue: then it is proven by its leaf index, without a path */
      readonly proveByIndex: boolean;

      /** where the account is */
      readonly treeContext: {
        /** 1 state V1, 2 address V1, 3 state V2, 4 address V2 */
        readonly treeType: 1 | 2 | 3 | 4;

        /** the Merkle tree; base58 of 32 bytes */
        readonly tree: string;

        /** the tree's queue; of V2 address trees the tree itself; base58 of 32 bytes */
        readonly queue: string;

        /** not known to an index */
        readonly cpiContext: null;
      };
    }[];
  }>;
  /** The unspent accounts with these hashes or addresses, in that order; null for each that is not there. */
  getMultipleCompressedAccounts(params?: {
    /** of the accounts; these or addresses */
    readonly hashes?: readonly string[] | null;

    /** of the accounts; these or hashes */
    readonly addresses?: readonly string[] | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: {
      /** in the order asked for */
      readonly items: readonly (Account | null)[];
    };
  }>;
  /** The unspent accounts with these hashes or addresses, and where in which trees they are; null for each that is not there. */
  getMultipleCompressedAccountsV2(params?: {
    /** of the accounts; these or addresses */
    readonly hashes?: readonly string[] | null;

    /** of the accounts; these or hashes */
    readonly addresses?: readonly string[] | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: {
      /** in the order asked for */
      readonly items: readonly (AccountV2 | null)[];
    };
  }>;
  /** Proofs that addresses are not yet in the first V1 address tree, in the order asked for. */
  getMultipleNewAddressProofs(params: {
    /** the addresses; they may also be sent bare */
    readonly addresses: readonly string[];

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: readonly {
      /** the tree's newest root, to which the path leads; base58 of 32 bytes */
      readonly root: string;

      /** the address that is not in the tree; base58 of 32 bytes */
      readonly address: string;

      /** the nearest address below that is in the tree; base58 of 32 bytes */
      readonly lowerRangeAddress: string;

      /** the one that follows it in the tree; base58 of 32 bytes */
      readonly higherRangeAddress: string;

      /** the leaf index of the one that follows */
      readonly nextIndex: number;

      /** the Merkle path: 26, 32 or 40 hashes, the leaf's sibling first */
      readonly proof: readonly string[];

      /** the Merkle tree; base58 of 32 bytes */
      readonly merkleTree: string;

      /** the tree's sequence number at that root */
      readonly rootSeq: bigint;

      /** the leaf index of the nearest address below */
      readonly lowElementLeafIndex: number;
    }[];
  }>;
  /** Proofs that addresses are not yet in their trees, in the order asked for. */
  getMultipleNewAddressProofsV2(params: {
    /** addresses and their trees; they may also be sent bare */
    readonly addresses: readonly {
      /** the address; base58 of 32 bytes */
      readonly address: string;

      /** the address tree it is meant for; base58 of 32 bytes */
      readonly tree: string;
    }[];

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: readonly {
      /** the tree's newest root, to which the path leads; base58 of 32 bytes */
      readonly root: string;

      /** the address that is not in the tree; base58 of 32 bytes */
      readonly address: string;

      /** the nearest address below that is in the tree; base58 of 32 bytes */
      readonly lowerRangeAddress: string;

      /** the one that follows it in the tree; base58 of 32 bytes */
      readonly higherRangeAddress: string;

      /** the leaf index of the one that follows */
      readonly nextIndex: number;

      /** the Merkle path: 26, 32 or 40 hashes, the leaf's sibling first */
      readonly proof: readonly string[];

      /** the Merkle tree; base58 of 32 bytes */
      readonly merkleTree: string;

      /** the tree's sequence number at that root */
      readonly rootSeq: bigint;

      /** the leaf index of the nearest address below */
      readonly lowElementLeafIndex: number;
    }[];
  }>;
  /** What waits in the queues of a V2 tree, with the nodes of the tree that a forester needs to empty them. */
  getQueueElements(params: {
    /** a V2 tree; base58 of 32 bytes */
    readonly tree: string;

    /** show new accounts */
    readonly outputQueue?: {
      /** entries to show; an integer from 0 to 30000 */
      readonly limit: number;

      /** the first place to show; the first that waits when left out; an integer from 0 to 9007199254740991 */
      readonly startIndex?: number | null;

      /** entries of a batch; the programs' usual one; an integer from 0 to 65535 */
      readonly zkpBatchSize?: number | null;
    } | null;

    /** show spent accounts */
    readonly inputQueue?: {
      /** entries to show; an integer from 0 to 30000 */
      readonly limit: number;

      /** the first place to show; the first that waits when left out; an integer from 0 to 9007199254740991 */
      readonly startIndex?: number | null;

      /** entries of a batch; the programs' usual one; an integer from 0 to 65535 */
      readonly zkpBatchSize?: number | null;
    } | null;

    /** show new addresses */
    readonly addressQueue?: {
      /** entries to show; an integer from 0 to 500 */
      readonly limit: number;

      /** the first place to show; the first that waits when left out; an integer from 0 to 9007199254740991 */
      readonly startIndex?: number | null;

      /** entries of a batch; the programs' usual one; an integer from 0 to 65535 */
      readonly zkpBatchSize?: number | null;
    } | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** of a state tree; left out when nothing waits */
    readonly stateQueue?: {
      /** nodes of the tree around these leaves, up to the root, by index */
      readonly nodes?: readonly {
        /** the node's level × 2^56 + its place in the level */
        readonly index: bigint;

        /** the node; base58 of 32 bytes */
        readonly hash: string;
      }[];

      /** the tree's root; base58 of 32 bytes */
      readonly initialRoot: string;

      /** the tree's sequence number */
      readonly rootSeq: bigint;

      /** new accounts that wait to be appended to the tree */
      readonly outputQueue?: {
        /** places in the tree */
        readonly leafIndices: readonly number[];

        /** hashes of the accounts */
        readonly accountHashes: readonly string[];

        /** what the tree holds at these places now */
        readonly leaves: readonly string[];

        /** the first of these places */
        readonly firstQueueIndex: number;

        /** the place that the next batch begins with */
        readonly nextIndex: number;

        /** for each whole batch, its hashes chained by Poseidon, as circuits take them */
        readonly leavesHashChains: readonly string[];
      };

      /** spent accounts that wait to be nullified in the tree */
      readonly inputQueue?: {
        /** places in the tree */
        readonly leafIndices: readonly number[];

        /** hashes of the accounts */
        readonly accountHashes: readonly string[];

        /** what the tree holds at these places now */
        readonly leaves: readonly string[];

        /** hashes of the transactions that spent the accounts */
        readonly txHashes: readonly string[];

        /** what takes the accounts' place in the tree */
        readonly nullifiers: readonly string[];

        /** the place in the queue of the first */
        readonly firstQueueIndex: number;

        /** for each whole batch, its hashes chained by Poseidon, as circuits take them */
        readonly leavesHashChains: readonly string[];
      };
    };

    /** of an address tree */
    readonly addressQueue?: {
      /** new addresses, in the order they came */
      readonly addresses: readonly string[];

      /** their places in the queue */
      readonly queueIndices: readonly number[];

      /** nodes of the tree around these leaves, up to the root, by index */
      readonly nodes: readonly {
        /** the node's level × 2^56 + its place in the level */
        readonly index: bigint;

        /** the node; base58 of 32 bytes */
        readonly hash: string;
      }[];

      /** of each, the leaf of the nearest address below */
      readonly lowElementIndices: readonly number[];

      /** the nearest addresses below */
      readonly lowElementValues: readonly string[];

      /** the leaves of those that follow them */
      readonly lowElementNextIndices: readonly number[];

      /** those that follow them */
      readonly lowElementNextValues: readonly string[];

      /** for each whole batch, its hashes chained by Poseidon, as circuits take them */
      readonly leavesHashChains: readonly string[];

      /** the tree's root; base58 of 32 bytes */
      readonly initialRoot: string;

      /** the leaf that the next address gets */
      readonly startIndex: number;

      /** for each level, the last node that is a left child */
      readonly subtrees: readonly string[];

      /** the tree's sequence number */
      readonly rootSeq: bigint;
    };
  }>;
  /** How many entries wait in the queues of V2 trees: of these trees, or of all that are known. */
  getQueueInfo(params?: {
    /** only these V2 trees; all when left out */
    readonly trees?: readonly string[] | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** by tree and kind */
    readonly queues: readonly Queue[];

    /** the last indexed slot, which the answer describes */
    readonly slot: number;
  }>;
  /** Spent accounts that wait in the nullifier queue of a V2 state tree, with their leaves. */
  getQueueLeafIndices(params: {
    /** a V2 state tree; base58 of 32 bytes */
    readonly tree: string;

    /** how many entries the answer may hold; an integer from 0 to 30000 */
    readonly limit: number;

    /** the first place in the queue to show; an integer from 0 to 9007199254740991 */
    readonly startIndex?: number | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the state that the answer shows */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** in the order of the queue */
    readonly value: readonly {
      /** the hash of the spent account; base58 of 32 bytes */
      readonly hash: string;

      /** its place in the nullifier queue */
      readonly queueIndex: number;

      /** its leaf in the tree */
      readonly leafIndex: number;
    }[];
  }>;
  /** A transaction, the accounts it spent and the accounts it made; null when there is no such transaction. */
  getTransactionWithCompressionInfo(params: {
    /** of the transaction; base58 of 64 bytes */
    readonly signature: string;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** what getTransaction of the node answers, encoding base64; null when there is no such transaction */
    readonly transaction: Readonly<Record<string, unknown>> | null;

    /** what the transaction did to compressed accounts */
    readonly compressionInfo: {
      /** accounts that the transaction spent */
      readonly closedAccounts: readonly {
        readonly account: Account;

        /** the data of a compressed token account, decoded */
        readonly optionalTokenData: TokenData | null;
      }[];

      /** accounts that the transaction made */
      readonly openedAccounts: readonly {
        readonly account: Account;

        /** the data of a compressed token account, decoded */
        readonly optionalTokenData: TokenData | null;
      }[];
    };
  }>;
  /** A transaction, the accounts it spent with their nullifiers and the accounts it made; null when there is no such transaction. */
  getTransactionWithCompressionInfoV2(params: {
    /** of the transaction; base58 of 64 bytes */
    readonly signature: string;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** what getTransaction of the node answers, encoding base64; null when there is no such transaction */
    readonly transaction: Readonly<Record<string, unknown>> | null;

    /** what the transaction did to compressed accounts */
    readonly compressionInfo: {
      /** accounts that the transaction spent */
      readonly closedAccounts: readonly {
        /** an account that was spent */
        readonly account: {
          readonly account: AccountV2;

          /** what stands in the tree for the account since; zeros in V1 trees; base58 of 32 bytes */
          readonly nullifier: string;

          /** the hash of the transaction that is part of the nullifier; zeros in V1 trees; base58 of 32 bytes */
          readonly txHash: string;
        };

        /** the data of a compressed token account, decoded */
        readonly optionalTokenData: TokenData | null;
      }[];

      /** accounts that the transaction made */
      readonly openedAccounts: readonly {
        readonly account: AccountV2;

        /** the data of a compressed token account, decoded */
        readonly optionalTokenData: TokenData | null;
      }[];
    };
  }>;
  /** A zero-knowledge proof that accounts are in their trees and that addresses are not yet in theirs. */
  getValidityProof(params?: {
    /** hashes of accounts */
    readonly hashes?: readonly string[] | null;

    /** new addresses for the first V1 address tree */
    readonly newAddresses?: readonly string[] | null;

    /** new addresses and their trees */
    readonly newAddressesWithTrees?:
      | readonly {
          /** the address; base58 of 32 bytes */
          readonly address: string;

          /** the address tree it is meant for; base58 of 32 bytes */
          readonly tree: string;
        }[]
      | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the proof and what it proves, accounts before addresses, as asked for */
    readonly value: {
      /** a Groth16 proof over BN254, its points compressed */
      readonly compressedProof: {
        /** the first point, negated; 32 bytes */
        readonly a: readonly number[];

        /** the second point; 64 bytes */
        readonly b: readonly number[];

        /** the third point; 32 bytes */
        readonly c: readonly number[];
      };

      /** of each account, then of each address: the tree's root */
      readonly roots: readonly string[];

      /** the entries of the trees' root histories */
      readonly rootIndices: readonly number[];

      /** leaf indexes of the accounts, then of the nearest addresses below */
      readonly leafIndices: readonly number[];

      /** hashes of the accounts, then the addresses */
      readonly leaves: readonly string[];

      /** the trees */
      readonly merkleTrees: readonly string[];
    };
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
  }>;
  /** A zero-knowledge proof that accounts are in their trees and that addresses are not yet in theirs; accounts that wait in an output queue need none. */
  getValidityProofV2(params?: {
    /** hashes of accounts */
    readonly hashes?: readonly string[] | null;

    /** new addresses and their trees */
    readonly newAddressesWithTrees?:
      | readonly {
          /** the address; base58 of 32 bytes */
          readonly address: string;

          /** the address tree it is meant for; base58 of 32 bytes */
          readonly tree: string;
        }[]
      | null;

    /** how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;
  }): Promise<{
    /** the proof, null when no account or address needs one, and what it proves */
    readonly value: {
      /** a Groth16 proof over BN254, its points compressed */
      readonly compressedProof: {
        /** the first point, negated; 32 bytes */
        readonly a: readonly number[];

        /** the second point; 64 bytes */
        readonly b: readonly number[];

        /** the third point; 32 bytes */
        readonly c: readonly number[];
      } | null;

      /** as asked for */
      readonly accounts: readonly {
        /** the account's hash; base58 of 32 bytes */
        readonly hash: string;

        /** the tree's root; zero for an account proven by its index; base58 of 32 bytes */
        readonly root: string;

        /** the root, or that none is needed */
        readonly rootIndex: {
          /** the entry of the tree's root history with the root */
          readonly rootIndex: number;

          /** whether the account still waits in the output queue: then it is proven by its leaf index, without a path */
          readonly proveByIndex: boolean;
        };

        /** the account's place in the tree */
        readonly leafIndex: number;

        /** where it is */
        readonly merkleContext: {
          /** 1 state V1, 2 address V1, 3 state V2, 4 address V2 */
          readonly treeType: 1 | 2 | 3 | 4;

          /** the Merkle tree; base58 of 32 bytes */
          readonly tree: string;

          /** the tree's queue; of V2 address trees the tree itself; base58 of 32 bytes */
          readonly queue: string;

          /** not known to an index */
          readonly cpiContext: null;

          /** not known to an index */
          readonly nextTreeContext: null;
        };
      }[];

      /** as asked for */
      readonly addresses: readonly {
        /** the address; base58 of 32 bytes */
        readonly address: string;

        /** the tree's newest root, to which the path leads; base58 of 32 bytes */
        readonly root: string;

        /** the entry of the tree's root history with the root */
        readonly rootIndex: number;

        /** where it is */
        readonly merkleContext: {
          /** 1 state V1, 2 address V1, 3 state V2, 4 address V2 */
          readonly treeType: 1 | 2 | 3 | 4;

          /** the Merkle tree; base58 of 32 bytes */
          readonly tree: string;

          /** the tree's queue; of V2 address trees the tree itself; base58 of 32 bytes */
          readonly queue: string;

          /** not known to an index */
          readonly cpiContext: null;

          /** not known to an index */
          readonly nextTreeContext: null;
        };
      }[];
    };
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
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
  getCompressedAccountProof: { list: null, bigints: ["value.rootSeq"] },
  getCompressedAccountProofV2: { list: null, bigints: ["value.rootSeq"] },
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
  getMultipleCompressedAccountProofs: {
    list: null,
    bigints: ["value.*.rootSeq"],
  },
  getMultipleCompressedAccountProofsV2: {
    list: null,
    bigints: ["value.*.rootSeq"],
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
  getMultipleNewAddressProofs: { list: null, bigints: ["value.*.rootSeq"] },
  getMultipleNewAddressProofsV2: { list: null, bigints: ["value.*.rootSeq"] },
  getQueueElements: {
    list: null,
    bigints: [
      "stateQueue.nodes.*.index",
      "stateQueue.rootSeq",
      "addressQueue.nodes.*.index",
      "addressQueue.rootSeq",
    ],
  },
  getQueueInfo: { list: null, bigints: [] },
  getQueueLeafIndices: { list: null, bigints: [] },
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
  getValidityProof: { list: null, bigints: [] },
  getValidityProofV2: { list: null, bigints: [] },
};
