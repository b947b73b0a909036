// Written by scripts/writeClient.ts from the OpenAPI document; a test compares the two.

import type { Pages } from "./pages.ts";

export interface Account {
  /** identifies this state of the account; every change gives a new hash; base58 of 32 bytes */
  readonly hash: string;

  /** stays the same while the account changes; null for accounts without one, such as token accounts; base58 of 32 bytes */
  readonly address: string | null;

  /** the program's data; null when the account only holds lamports */
  readonly data: {
    /** the first 8 bytes, which identify the kind of account, as a little-endian integer */
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

  /** the slot of the transaction that created the account */
  readonly slotCreated: number;
}

export interface AccountV2 {
  /** identifies this state of the account; every change gives a new hash; base58 of 32 bytes */
  readonly hash: string;

  /** stays the same while the account changes; null for accounts without one, such as token accounts; base58 of 32 bytes */
  readonly address: string | null;

  /** the program's data; null when the account only holds lamports */
  readonly data: {
    /** the first 8 bytes, which identify the kind of account, as a little-endian integer */
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

  /** the slot of the transaction that created the account */
  readonly slotCreated: number;

  /** true while the account waits in the output queue and its index proves it */
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

  /** a key that may spend the tokens besides the owner; base58 of 32 bytes */
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
  /** the transaction's first signature, which identifies it; base58 of 64 bytes */
  readonly signature: string;

  /** the slot of the transaction */
  readonly slot: number;

  /** the time of its block, in unix seconds */
  readonly blockTime: number;
}

export interface SignatureWithError {
  /** the transaction's first signature, which identifies it; base58 of 64 bytes */
  readonly signature: string;

  /** the slot of the transaction */
  readonly slot: number;

  /** the time of its block, in unix seconds */
  readonly blockTime: number;

  /** always null: failed transactions are not listed */
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

export interface TokenChange {
  /** the transaction's first signature, which identifies it; base58 of 64 bytes */
  readonly signature: string;

  /** the slot of the transaction */
  readonly slot: number;

  /** the time of its block, in unix seconds */
  readonly blockTime: number;

  /** the wallet whose balance changed; base58 of 32 bytes */
  readonly owner: string;

  /** the mint of the tokens; base58 of 32 bytes */
  readonly mint: string;

  /** what the transaction changed the owner's balance of the mint by; never 0 */
  readonly change: bigint;

  /** the owner's balance of the mint right after the transaction; null while blocks before it are missing */
  readonly balance: bigint | null;
}

export interface Queue {
  /** the V2 tree; base58 of 32 bytes */
  readonly tree: string;

  /** the queue's account; for new addresses, the tree itself; base58 of 32 bytes */
  readonly queue: string;

  /** what it holds: 3 nullifiers, 4 new addresses, 5 new accounts */
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

  /** the epoch at which rent is due next, as the node reports it */
  readonly rentEpoch: bigint;

  /** the length of the data in bytes */
  readonly space: number;
}

export interface AccountInterface {
  /** the requested key; base58 of 32 bytes */
  readonly key: string;
  readonly account: OnChainAccount;

  /** the compressed accounts that are included; null when there are none */
  readonly cold: readonly AccountV2[] | null;
}

export interface AtaInterface {
  /** the associated token account shown; base58 of 32 bytes */
  readonly key: string;

  /** the requested wallet; base58 of 32 bytes */
  readonly owner: string;

  /** the requested mint; base58 of 32 bytes */
  readonly mint: string;

  /** the requested program; auto when none was requested */
  readonly mode: "auto" | "light" | "spl" | "token2022";

  /** whether accounts of SPL Token and Token-2022 are included */
  readonly wrap: boolean;

  /** the associated token accounts of owner and mint */
  readonly addresses: {
    /** of the light token program; base58 of 32 bytes */
    readonly light: string;

    /** of SPL Token; base58 of 32 bytes */
    readonly spl: string;

    /** of Token-2022; base58 of 32 bytes */
    readonly token2022: string;

    /** of the requested program; base58 of 32 bytes */
    readonly canonical: string;
  };
  readonly account: OnChainAccount;

  /** the compressed accounts that are included; null when there are none */
  readonly cold: readonly AccountV2[] | null;

  /** the on-chain part */
  readonly hot: {
    /** the associated account of the light token program on chain; null when there is none or it is not included */
    readonly light: {
      /** the associated token account; base58 of 32 bytes */
      readonly address: string;

      /** tokens in it, in the mint's smallest unit */
      readonly amount: bigint;
    } | null;

    /** the associated account of SPL Token on chain; null when there is none or it is not included */
    readonly spl: {
      /** the associated token account; base58 of 32 bytes */
      readonly address: string;

      /** tokens in it, in the mint's smallest unit */
      readonly amount: bigint;
    } | null;

    /** the associated account of Token-2022 on chain; null when there is none or it is not included */
    readonly token2022: {
      /** the associated token account; base58 of 32 bytes */
      readonly address: string;

      /** tokens in it, in the mint's smallest unit */
      readonly amount: bigint;
    } | null;
  };
}

export interface Api {
  /** One view of an account: its on-chain state and the compressed accounts that belong to it; null when there are neither. */
  getAccountInterface(params: {
    /** the account's key on chain; base58 of 32 bytes */
    readonly address: string;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** one view of an account on chain, compressed, or both */
    readonly value: AccountInterface | null;
  }>;
  /** An owner's tokens of a mint, in associated token accounts and compressed, as one account; null when there are none. */
  getAtaInterface(params: {
    /** the wallet that owns the tokens; base58 of 32 bytes */
    readonly owner: string;

    /** the mint of the tokens; base58 of 32 bytes */
    readonly mint: string;

    /** which accounts to include */
    readonly config?: {
      /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
      readonly commitment?: "processed" | "confirmed" | "finalized" | null;

      /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
      readonly minContextSlot?: number | null;

      /** include only accounts of this program, and compressed ones; the id of the light token program, of SPL Token or of Token-2022 */
      readonly programId?: string | null;

      /** also include accounts of SPL Token and Token-2022; true or false */
      readonly wrap?: boolean | null;

      /** whether the owner may be a program-derived address; true or false */
      readonly allowOwnerOffCurve?: boolean | null;
    } | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** an owner's tokens of a mint, as one token account */
    readonly value: AtaInterface | null;
  }>;
  /** The unspent account with an address or a hash; null when there is none. */
  getCompressedAccount(params?: {
    /** the account's address; either this or hash; base58 of 32 bytes */
    readonly address?: string | null;

    /** the account's hash; either this or address; base58 of 32 bytes */
    readonly hash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** an unspent compressed account */
    readonly value: Account | null;
  }>;
  /** Lamports of the unspent account with an address or a hash; 0 when there is none. */
  getCompressedAccountBalance(params?: {
    /** the account's address; either this or hash; base58 of 32 bytes */
    readonly address?: string | null;

    /** the account's hash; either this or address; base58 of 32 bytes */
    readonly hash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
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

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** a proof that an account is in its tree */
    readonly value: {
      /** the Merkle path: 26, 32 or 40 hashes, the leaf's sibling first */
      readonly proof: readonly string[];

      /** the tree's newest root, at which the path ends; base58 of 32 bytes */
      readonly root: string;

      /** the leaf index in the tree */
      readonly leafIndex: number;

      /** the account's hash, which is the leaf; base58 of 32 bytes */
      readonly hash: string;

      /** the Merkle tree; base58 of 32 bytes */
      readonly merkleTree: string;

      /** the tree's sequence number at that root */
      readonly rootSeq: bigint;
    };
  }>;
  /** The Merkle path of an unspent account. For an account that waits in the output queue, the path of its future leaf. */
  getCompressedAccountProofV2(params: {
    /** the account's hash; base58 of 32 bytes */
    readonly hash: string;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** a proof that an account is in its tree, or the index at which it will be */
    readonly value: {
      /** the Merkle path: 26, 32 or 40 hashes, the leaf's sibling first */
      readonly proof: readonly string[];

      /** the tree's newest root, at which the path ends; base58 of 32 bytes */
      readonly root: string;

      /** the leaf index in the tree */
      readonly leafIndex: number;

      /** the leaf at this index: the account's hash, or zero while the account waits in the queue; base58 of 32 bytes */
      readonly hash: string;

      /** the tree's sequence number at that root */
      readonly rootSeq: bigint;

      /** true while the account waits in the output queue: its leaf index proves it, without a path */
      readonly proveByIndex: boolean;

      /** the account's tree and queue */
      readonly treeContext: {
        /** 1 state V1, 2 address V1, 3 state V2, 4 address V2 */
        readonly treeType: 1 | 2 | 3 | 4;

        /** the Merkle tree; base58 of 32 bytes */
        readonly tree: string;

        /** the tree's queue; for V2 address trees, the tree itself; base58 of 32 bytes */
        readonly queue: string;

        /** always null: an index does not know it */
        readonly cpiContext: null;
      };
    };
  }>;
  /** The unspent account with an address or a hash, and its position in its tree; null when there is none. */
  getCompressedAccountV2(params?: {
    /** the account's address; either this or hash; base58 of 32 bytes */
    readonly address?: string | null;

    /** the account's hash; either this or address; base58 of 32 bytes */
    readonly hash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** an unspent compressed account, and its position in its tree */
    readonly value: AccountV2 | null;
  }>;
  /** Unspent compressed accounts of an owning program or wallet, by hash; all filters must match. */
  getCompressedAccountsByOwner(params: {
    /** the program or wallet that owns the accounts; base58 of 32 bytes */
    readonly owner: string;

    /** only accounts whose data matches all of these */
    readonly filters?:
      | readonly {
          /** bytes that the data must contain */
          readonly memcmp: {
            /** the offset in the data, counted after the discriminator; an integer from 0 to 4294967295 */
            readonly offset: number;

            /** the bytes at this offset; base58 of at most 1500 characters */
            readonly bytes: string;
          };
        }[]
      | null;

    /** show only this part of each account's data */
    readonly dataSlice?: {
      /** the offset in the data at which the slice begins; an integer from 0 to 4294967295 */
      readonly offset: number;

      /** its length; an integer from 0 to 4294967295 */
      readonly length: number;
    } | null;

    /** the cursor of the previous page (base58 of 32 bytes: hash) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the answer as it was after the last block at or below this slot; error -32016 above the last indexed slot, -32011 if the slot is not indexed or older than what is kept; an integer from 0 to 9007199254740991 */
    readonly atSlot?: number | null;

    /** with atSlot: error -32011 if the last block at or below the slot is not this one; base58 of 32 bytes */
    readonly blockhash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<Account>;
  /** Unspent compressed accounts of an owning program or wallet, by hash, and their positions in their trees. */
  getCompressedAccountsByOwnerV2(params: {
    /** the program or wallet that owns the accounts; base58 of 32 bytes */
    readonly owner: string;

    /** only accounts whose data matches all of these */
    readonly filters?:
      | readonly {
          /** bytes that the data must contain */
          readonly memcmp: {
            /** the offset in the data, counted after the discriminator; an integer from 0 to 4294967295 */
            readonly offset: number;

            /** the bytes at this offset; base58 of at most 1500 characters */
            readonly bytes: string;
          };
        }[]
      | null;

    /** show only this part of each account's data */
    readonly dataSlice?: {
      /** the offset in the data at which the slice begins; an integer from 0 to 4294967295 */
      readonly offset: number;

      /** its length; an integer from 0 to 4294967295 */
      readonly length: number;
    } | null;

    /** the cursor of the previous page (base58 of 32 bytes: hash) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<AccountV2>;
  /** The old name of getCompressedAccountBalance, which clients still call. */
  getCompressedBalance(params?: {
    /** the account's address; either this or hash; base58 of 32 bytes */
    readonly address?: string | null;

    /** the account's hash; either this or address; base58 of 32 bytes */
    readonly hash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
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

    /** the answer as it was after the last block at or below this slot; error -32016 above the last indexed slot, -32011 if the slot is not indexed or older than what is kept; an integer from 0 to 9007199254740991 */
    readonly atSlot?: number | null;

    /** with atSlot: error -32011 if the last block at or below the slot is not this one; base58 of 32 bytes */
    readonly blockhash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** the sum over the unspent accounts */
    readonly value: bigint;
  }>;
  /** A mint: name, symbol, decimals, and the supply, holders and transactions of its compressed tokens. */
  getCompressedMintInfo(params: {
    /** the mint of the tokens; base58 of 32 bytes */
    readonly mint: string;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** a mint and its compressed tokens */
    readonly value: {
      /** the mint; base58 of 32 bytes */
      readonly mint: string;

      /** decimal places of amounts; null if unknown */
      readonly decimals: number | null;

      /** the token's name, not verified: anyone can choose it; null if unknown */
      readonly name: string | null;

      /** the token's symbol, not verified: anyone can choose it; null if unknown */
      readonly symbol: string | null;

      /** the address of further metadata, never fetched, not verified: anyone can choose it; null if unknown */
      readonly uri: string | null;

      /** tokens in unspent compressed accounts */
      readonly supply: bigint;

      /** owners of such tokens */
      readonly holders: number;

      /** transactions that changed a balance; null if an older version indexed the first of them */
      readonly transactions: number | null;

      /** where the decimals are from: the compressed mint in the index, or the mint account on chain */
      readonly decimalsSource: "compressed" | "mint" | null;

      /** where name, symbol and URI are from: the compressed mint, the mint account on chain or the account it points to, or Metaplex */
      readonly nameSource: "compressed" | "mint" | "metaplex" | null;
    } | null;
  }>;
  /** Owners of a mint with a balance above 0, largest first. */
  getCompressedMintTokenHolders(params: {
    /** the mint whose owners are listed; base58 of 32 bytes */
    readonly mint: string;

    /** the cursor of the previous page (base58 of 40 bytes: balance, owner) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the answer as it was after the last block at or below this slot; error -32016 above the last indexed slot, -32011 if the slot is not indexed or older than what is kept; an integer from 0 to 9007199254740991 */
    readonly atSlot?: number | null;

    /** with atSlot: error -32011 if the last block at or below the slot is not this one; base58 of 32 bytes */
    readonly blockhash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<Holder>;
  /** Tokens in the unspent token account with an address or a hash; 0 when there is none. */
  getCompressedTokenAccountBalance(params?: {
    /** the account's address; either this or hash; base58 of 32 bytes */
    readonly address?: string | null;

    /** the account's hash; either this or address; base58 of 32 bytes */
    readonly hash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
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

    /** the cursor of the previous page (base58 of 64 bytes: mint, hash) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the answer as it was after the last block at or below this slot; error -32016 above the last indexed slot, -32011 if the slot is not indexed or older than what is kept; an integer from 0 to 9007199254740991 */
    readonly atSlot?: number | null;

    /** with atSlot: error -32011 if the last block at or below the slot is not this one; base58 of 32 bytes */
    readonly blockhash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<TokenAccount>;
  /** Unspent compressed token accounts delegated to a key, by mint and hash, and their positions in their trees. */
  getCompressedTokenAccountsByDelegateV2(params: {
    /** the key that may spend the tokens; base58 of 32 bytes */
    readonly delegate: string;

    /** only tokens of this mint; base58 of 32 bytes */
    readonly mint?: string | null;

    /** the cursor of the previous page (base58 of 64 bytes: mint, hash) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<TokenAccountV2>;
  /** Unspent compressed token accounts of an owner, by mint and hash. */
  getCompressedTokenAccountsByOwner(params: {
    /** the wallet that owns the tokens; base58 of 32 bytes */
    readonly owner: string;

    /** only tokens of this mint; base58 of 32 bytes */
    readonly mint?: string | null;

    /** the cursor of the previous page (base58 of 64 bytes: mint, hash) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the answer as it was after the last block at or below this slot; error -32016 above the last indexed slot, -32011 if the slot is not indexed or older than what is kept; an integer from 0 to 9007199254740991 */
    readonly atSlot?: number | null;

    /** with atSlot: error -32011 if the last block at or below the slot is not this one; base58 of 32 bytes */
    readonly blockhash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<TokenAccount>;
  /** Unspent compressed token accounts of an owner, by mint and hash, and their positions in their trees. */
  getCompressedTokenAccountsByOwnerV2(params: {
    /** the wallet that owns the tokens; base58 of 32 bytes */
    readonly owner: string;

    /** only tokens of this mint; base58 of 32 bytes */
    readonly mint?: string | null;

    /** the cursor of the previous page (base58 of 64 bytes: mint, hash) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<TokenAccountV2>;
  /** An owner's balance of each mint, by mint; mints whose tokens are all spent are listed with 0. */
  getCompressedTokenBalancesByOwner(params: {
    /** the wallet that owns the tokens; base58 of 32 bytes */
    readonly owner: string;

    /** only tokens of this mint; base58 of 32 bytes */
    readonly mint?: string | null;

    /** the cursor of the previous page (base58 of 32 bytes: mint) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the answer as it was after the last block at or below this slot; error -32016 above the last indexed slot, -32011 if the slot is not indexed or older than what is kept; an integer from 0 to 9007199254740991 */
    readonly atSlot?: number | null;

    /** with atSlot: error -32011 if the last block at or below the slot is not this one; base58 of 32 bytes */
    readonly blockhash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<TokenBalance>;
  /** An owner's balance of each mint, by mint, in a list named like all others. */
  getCompressedTokenBalancesByOwnerV2(params: {
    /** the wallet that owns the tokens; base58 of 32 bytes */
    readonly owner: string;

    /** only tokens of this mint; base58 of 32 bytes */
    readonly mint?: string | null;

    /** the cursor of the previous page (base58 of 32 bytes: mint) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<TokenBalance>;
  /** What transactions changed balances of an owner or a mint by, with the balance after each, newest first. */
  getCompressedTokenHistory(params?: {
    /** the wallet that owns the tokens; base58 of 32 bytes */
    readonly owner?: string | null;

    /** only tokens of this mint; one of the two is needed; base58 of 32 bytes */
    readonly mint?: string | null;

    /** the cursor of the previous page (base58 of 76 bytes: slot, place, mint, owner) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the answer as it was after the last block at or below this slot; error -32016 above the last indexed slot, -32011 if the slot is not indexed or older than what is kept; an integer from 0 to 9007199254740991 */
    readonly atSlot?: number | null;

    /** with atSlot: error -32011 if the last block at or below the slot is not this one; base58 of 32 bytes */
    readonly blockhash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<TokenChange>;
  /** The transaction that created an account and the one that spent it, newest first. */
  getCompressionSignaturesForAccount(params: {
    /** the account's hash; base58 of 32 bytes */
    readonly hash: string;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: {
      /** newest first */
      readonly items: readonly Signature[];
    };
  }>;
  /** Transactions that created or spent an account with an address, newest first. */
  getCompressionSignaturesForAddress(params: {
    /** the address of a compressed account; base58 of 32 bytes */
    readonly address: string;

    /** the cursor of the previous page (base58 of 72 bytes: slot, signature) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the answer as it was after the last block at or below this slot; error -32016 above the last indexed slot, -32011 if the slot is not indexed or older than what is kept; an integer from 0 to 9007199254740991 */
    readonly atSlot?: number | null;

    /** with atSlot: error -32011 if the last block at or below the slot is not this one; base58 of 32 bytes */
    readonly blockhash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<Signature>;
  /** Transactions that created or spent an account of an owner, newest first. */
  getCompressionSignaturesForOwner(params: {
    /** the program or wallet that owns the accounts; base58 of 32 bytes */
    readonly owner: string;

    /** the cursor of the previous page (base58 of 72 bytes: slot, signature) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the answer as it was after the last block at or below this slot; error -32016 above the last indexed slot, -32011 if the slot is not indexed or older than what is kept; an integer from 0 to 9007199254740991 */
    readonly atSlot?: number | null;

    /** with atSlot: error -32011 if the last block at or below the slot is not this one; base58 of 32 bytes */
    readonly blockhash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<Signature>;
  /** Transactions that created or spent a token account of an owner, newest first. */
  getCompressionSignaturesForTokenOwner(params: {
    /** the wallet that owns the tokens; base58 of 32 bytes */
    readonly owner: string;

    /** the cursor of the previous page (base58 of 72 bytes: slot, signature) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the answer as it was after the last block at or below this slot; error -32016 above the last indexed slot, -32011 if the slot is not indexed or older than what is kept; an integer from 0 to 9007199254740991 */
    readonly atSlot?: number | null;

    /** with atSlot: error -32011 if the last block at or below the slot is not this one; base58 of 32 bytes */
    readonly blockhash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<Signature>;
  /** What the index holds: exact counts, the mints with the most holders, and transactions over time. */
  getIndexStatistics(params?: {
    /** how many mints to list; an integer from 0 to 50 */
    readonly topMints?: number | null;

    /** the largest number of points of the chart; an integer from 2 to 100 */
    readonly points?: number | null;

    /** the first slot of the chart; by default the first indexed one; an integer from 0 to 9007199254740991 */
    readonly fromSlot?: number | null;

    /** the last slot of the chart; by default the last indexed one; an integer from 0 to 9007199254740991 */
    readonly toSlot?: number | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: {
      /** the slot of the first indexed block; null without blocks */
      readonly firstSlot: number | null;

      /** compression transactions */
      readonly transactions: number;

      /** compressed accounts ever created */
      readonly accounts: number;

      /** compressed accounts that are unspent */
      readonly unspentAccounts: number;

      /** programs and wallets that own or owned compressed accounts */
      readonly owners: number;

      /** wallets that have or had compressed tokens */
      readonly tokenOwners: number;

      /** mints of these tokens */
      readonly mints: number;

      /** known Merkle trees */
      readonly trees: number;

      /** the mints with the most holders, the largest first */
      readonly topMints: readonly {
        /** the mint; base58 of 32 bytes */
        readonly mint: string;

        /** decimal places of amounts; null if unknown */
        readonly decimals: number | null;

        /** the token's name, not verified: anyone can choose it; null if unknown */
        readonly name: string | null;

        /** the token's symbol, not verified: anyone can choose it; null if unknown */
        readonly symbol: string | null;

        /** the address of further metadata, never fetched, not verified: anyone can choose it; null if unknown */
        readonly uri: string | null;

        /** tokens in unspent compressed accounts */
        readonly supply: bigint;

        /** owners of such tokens */
        readonly holders: number;

        /** transactions that changed a balance; null if an older version indexed the first of them */
        readonly transactions: number | null;

        /** where the decimals are from: the compressed mint in the index, or the mint account on chain */
        readonly decimalsSource: "compressed" | "mint" | null;

        /** where name, symbol and URI are from: the compressed mint, the mint account on chain or the account it points to, or Metaplex */
        readonly nameSource: "compressed" | "mint" | "metaplex" | null;
      }[];

      /** slots of each point; 0 without blocks */
      readonly slotsPerPoint: number;

      /** oldest first */
      readonly transactionsOverTime: readonly {
        /** the first slot of the point */
        readonly slot: number;

        /** the time of the first block at or after that slot, in seconds; null if unknown */
        readonly blockTime: number | null;

        /** compression transactions in the slots of the point, even those outside the requested range */
        readonly transactions: number;
      }[];
    };
  }>;
  /** Always "ok". With --refuse-when-behind, a server that is too far behind the chain answers every method, including this one, with error -32005. */
  getIndexerHealth(params?: {
    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<"ok">;
  /** The last indexed slot. Clients wait until it reaches the slot of their transaction. */
  getIndexerSlot(params?: {
    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<number>;
  /** Every transaction with a compression event, tree maintenance too, newest first. */
  getLatestCompressionSignatures(params?: {
    /** the cursor of the previous page (base58 of 72 bytes: slot, signature) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the answer as it was after the last block at or below this slot; error -32016 above the last indexed slot, -32011 if the slot is not indexed or older than what is kept; an integer from 0 to 9007199254740991 */
    readonly atSlot?: number | null;

    /** with atSlot: error -32011 if the last block at or below the slot is not this one; base58 of 32 bytes */
    readonly blockhash?: string | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<Signature>;
  /** The newest successful transactions that are no votes, compression or not. Only the newest thousand without compression are kept. */
  getLatestNonVotingSignatures(params?: {
    /** the cursor of the previous page (base58 of 72 bytes: slot, signature) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: {
      /** newest first */
      readonly items: readonly SignatureWithError[];
    };
  }>;
  /** Views of accounts on chain, compressed, or both, in the order of the keys; null for each that is neither. */
  getMultipleAccountInterfaces(params: {
    /** the accounts' keys on chain */
    readonly addresses: readonly string[];

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: readonly (AccountInterface | null)[];
  }>;
  /** The Merkle paths of accounts, in the order of the hashes. */
  getMultipleCompressedAccountProofs(params: {
    /** hashes of accounts; params may also be the bare list */
    readonly hashes: readonly string[];

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: readonly {
      /** the Merkle path: 26, 32 or 40 hashes, the leaf's sibling first */
      readonly proof: readonly string[];

      /** the tree's newest root, at which the path ends; base58 of 32 bytes */
      readonly root: string;

      /** the leaf index in the tree */
      readonly leafIndex: number;

      /** the account's hash, which is the leaf; base58 of 32 bytes */
      readonly hash: string;

      /** the Merkle tree; base58 of 32 bytes */
      readonly merkleTree: string;

      /** the tree's sequence number at that root */
      readonly rootSeq: bigint;
    }[];
  }>;
  /** The Merkle paths of unspent accounts, in the order of the hashes; no path for accounts that wait in an output queue. */
  getMultipleCompressedAccountProofsV2(params: {
    /** hashes of accounts; params may also be the bare list */
    readonly hashes: readonly string[];

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: readonly {
      /** the Merkle path: 26, 32 or 40 hashes, the leaf's sibling first */
      readonly proof: readonly string[];

      /** the tree's newest root, at which the path ends; base58 of 32 bytes */
      readonly root: string;

      /** the leaf index in the tree */
      readonly leafIndex: number;

      /** the leaf at this index: the account's hash, or zero while the account waits in the queue; base58 of 32 bytes */
      readonly hash: string;

      /** the tree's sequence number at that root */
      readonly rootSeq: bigint;

      /** true while the account waits in the output queue: its leaf index proves it, without a path */
      readonly proveByIndex: boolean;

      /** the account's tree and queue */
      readonly treeContext: {
        /** 1 state V1, 2 address V1, 3 state V2, 4 address V2 */
        readonly treeType: 1 | 2 | 3 | 4;

        /** the Merkle tree; base58 of 32 bytes */
        readonly tree: string;

        /** the tree's queue; for V2 address trees, the tree itself; base58 of 32 bytes */
        readonly queue: string;

        /** always null: an index does not know it */
        readonly cpiContext: null;
      };
    }[];
  }>;
  /** The unspent accounts with these hashes or addresses, in that order; null for each that does not exist. */
  getMultipleCompressedAccounts(params?: {
    /** the accounts' hashes; either these or addresses */
    readonly hashes?: readonly string[] | null;

    /** the accounts' addresses; either these or hashes */
    readonly addresses?: readonly string[] | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: {
      /** in the order requested */
      readonly items: readonly (Account | null)[];
    };
  }>;
  /** The unspent accounts with these hashes or addresses, and their positions in their trees; null for each that does not exist. */
  getMultipleCompressedAccountsV2(params?: {
    /** the accounts' hashes; either these or addresses */
    readonly hashes?: readonly string[] | null;

    /** the accounts' addresses; either these or hashes */
    readonly addresses?: readonly string[] | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: {
      /** in the order requested */
      readonly items: readonly (AccountV2 | null)[];
    };
  }>;
  /** Proofs that addresses are not yet in the first V1 address tree, in the order of the addresses. */
  getMultipleNewAddressProofs(params: {
    /** the addresses; params may also be the bare list */
    readonly addresses: readonly string[];

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: readonly {
      /** the tree's newest root, at which the path ends; base58 of 32 bytes */
      readonly root: string;

      /** the address that is not in the tree; base58 of 32 bytes */
      readonly address: string;

      /** the next lower address in the tree; base58 of 32 bytes */
      readonly lowerRangeAddress: string;

      /** the next higher address in the tree; base58 of 32 bytes */
      readonly higherRangeAddress: string;

      /** the leaf index of the next higher address */
      readonly nextIndex: number;

      /** the Merkle path: 26, 32 or 40 hashes, the leaf's sibling first */
      readonly proof: readonly string[];

      /** the Merkle tree; base58 of 32 bytes */
      readonly merkleTree: string;

      /** the tree's sequence number at that root */
      readonly rootSeq: bigint;

      /** the leaf index of the next lower address */
      readonly lowElementLeafIndex: number;
    }[];
  }>;
  /** Proofs that addresses are not yet in their trees, in the order of the addresses. */
  getMultipleNewAddressProofsV2(params: {
    /** addresses and their trees; params may also be the bare list */
    readonly addresses: readonly {
      /** the address; base58 of 32 bytes */
      readonly address: string;

      /** the address tree for it; base58 of 32 bytes */
      readonly tree: string;
    }[];

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: readonly {
      /** the tree's newest root, at which the path ends; base58 of 32 bytes */
      readonly root: string;

      /** the address that is not in the tree; base58 of 32 bytes */
      readonly address: string;

      /** the next lower address in the tree; base58 of 32 bytes */
      readonly lowerRangeAddress: string;

      /** the next higher address in the tree; base58 of 32 bytes */
      readonly higherRangeAddress: string;

      /** the leaf index of the next higher address */
      readonly nextIndex: number;

      /** the Merkle path: 26, 32 or 40 hashes, the leaf's sibling first */
      readonly proof: readonly string[];

      /** the Merkle tree; base58 of 32 bytes */
      readonly merkleTree: string;

      /** the tree's sequence number at that root */
      readonly rootSeq: bigint;

      /** the leaf index of the next lower address */
      readonly lowElementLeafIndex: number;
    }[];
  }>;
  /** The entries in the queues of a V2 tree, with the tree nodes that a forester needs to empty them. */
  getQueueElements(params: {
    /** a V2 tree; base58 of 32 bytes */
    readonly tree: string;

    /** show new accounts */
    readonly outputQueue?: {
      /** the largest number of entries to show; an integer from 0 to 30000 */
      readonly limit: number;

      /** the first queue index to show; by default the first that waits; an integer from 0 to 9007199254740991 */
      readonly startIndex?: number | null;

      /** entries in a batch; by default the programs' batch size; an integer from 0 to 65535 */
      readonly zkpBatchSize?: number | null;
    } | null;

    /** show spent accounts */
    readonly inputQueue?: {
      /** the largest number of entries to show; an integer from 0 to 30000 */
      readonly limit: number;

      /** the first queue index to show; by default the first that waits; an integer from 0 to 9007199254740991 */
      readonly startIndex?: number | null;

      /** entries in a batch; by default the programs' batch size; an integer from 0 to 65535 */
      readonly zkpBatchSize?: number | null;
    } | null;

    /** show new addresses */
    readonly addressQueue?: {
      /** the largest number of entries to show; an integer from 0 to 500 */
      readonly limit: number;

      /** the first queue index to show; by default the first that waits; an integer from 0 to 9007199254740991 */
      readonly startIndex?: number | null;

      /** entries in a batch; by default the programs' batch size; an integer from 0 to 65535 */
      readonly zkpBatchSize?: number | null;
    } | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };

    /** the queues of a state tree; absent when they are empty */
    readonly stateQueue?: {
      /** the nodes on and beside the paths of these leaves to the root, by index */
      readonly nodes?: readonly {
        /** the node's level × 2^56 + its index in the level */
        readonly index: bigint;

        /** the node; base58 of 32 bytes */
        readonly hash: string;
      }[];

      /** the tree's root; base58 of 32 bytes */
      readonly initialRoot: string;

      /** the tree's sequence number */
      readonly rootSeq: bigint;

      /** new accounts to be appended to the tree */
      readonly outputQueue?: {
        /** leaf indexes in the tree */
        readonly leafIndices: readonly number[];

        /** hashes of the accounts */
        readonly accountHashes: readonly string[];

        /** the present leaves at these indexes */
        readonly leaves: readonly string[];

        /** the first of these indexes */
        readonly firstQueueIndex: number;

        /** the index at which the next batch begins */
        readonly nextIndex: number;

        /** the Poseidon hash chain of each complete batch, as the circuits need it */
        readonly leavesHashChains: readonly string[];
      };

      /** spent accounts to be nullified in the tree */
      readonly inputQueue?: {
        /** leaf indexes in the tree */
        readonly leafIndices: readonly number[];

        /** hashes of the accounts */
        readonly accountHashes: readonly string[];

        /** the present leaves at these indexes */
        readonly leaves: readonly string[];

        /** hashes of the transactions that spent the accounts */
        readonly txHashes: readonly string[];

        /** the values that replace the accounts' hashes in the tree */
        readonly nullifiers: readonly string[];

        /** the queue index of the first */
        readonly firstQueueIndex: number;

        /** the Poseidon hash chain of each complete batch, as the circuits need it */
        readonly leavesHashChains: readonly string[];
      };
    };

    /** the queue of an address tree */
    readonly addressQueue?: {
      /** new addresses, in the order of the queue */
      readonly addresses: readonly string[];

      /** their queue indexes */
      readonly queueIndices: readonly number[];

      /** the nodes on and beside the paths of these leaves to the root, by index */
      readonly nodes: readonly {
        /** the node's level × 2^56 + its index in the level */
        readonly index: bigint;

        /** the node; base58 of 32 bytes */
        readonly hash: string;
      }[];

      /** the leaf index of the next lower address of each */
      readonly lowElementIndices: readonly number[];

      /** the next lower addresses */
      readonly lowElementValues: readonly string[];

      /** the leaf indexes of the next higher addresses */
      readonly lowElementNextIndices: readonly number[];

      /** the next higher addresses */
      readonly lowElementNextValues: readonly string[];

      /** the Poseidon hash chain of each complete batch, as the circuits need it */
      readonly leavesHashChains: readonly string[];

      /** the tree's root; base58 of 32 bytes */
      readonly initialRoot: string;

      /** the leaf index of the next new address */
      readonly startIndex: number;

      /** the last node of each level that is a left child */
      readonly subtrees: readonly string[];

      /** the tree's sequence number */
      readonly rootSeq: bigint;
    };
  }>;
  /** The number of entries in the queues of V2 trees: of the given trees, or of all known ones. */
  getQueueInfo(params?: {
    /** only these V2 trees; all by default */
    readonly trees?: readonly string[] | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** by tree and kind */
    readonly queues: readonly Queue[];

    /** the last indexed slot, which the answer describes */
    readonly slot: number;
  }>;
  /** Spent accounts in the nullifier queue of a V2 state tree, with their leaf indexes. */
  getQueueLeafIndices(params: {
    /** a V2 state tree; base58 of 32 bytes */
    readonly tree: string;

    /** the largest number of entries in the answer; an integer from 0 to 30000 */
    readonly limit: number;

    /** the first queue index to show; an integer from 0 to 9007199254740991 */
    readonly startIndex?: number | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
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

      /** its leaf index in the tree */
      readonly leafIndex: number;
    }[];
  }>;
  /** Transactions that cannot be decoded and are kept for inspection, oldest first. */
  getSetAsideTransactions(params?: {
    /** only transactions of this slot; an integer from 0 to 9007199254740991 */
    readonly slot?: number | null;

    /** the cursor of the previous page (base58 of 12 bytes: slot, place) */
    readonly cursor?: string | null;

    /** the largest number of items on the page; an integer from 0 to 1000 */
    readonly limit?: number | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Pages<{
    /** the slot of the transaction */
    readonly slot: number;

    /** the transaction's place in its block */
    readonly index: number;

    /** its signature; null if even that cannot be read; base58 of 64 bytes */
    readonly signature: string | null;

    /** why it cannot be decoded */
    readonly reason: string;
  }>;
  /** A transaction, the accounts it spent and the accounts it created; null when there is no such transaction. */
  getTransactionWithCompressionInfo(params: {
    /** the transaction's signature; base58 of 64 bytes */
    readonly signature: string;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the node's answer to getTransaction with encoding base64; null when there is no such transaction */
    readonly transaction: Readonly<Record<string, unknown>> | null;

    /** the compressed accounts that the transaction spent and created */
    readonly compressionInfo: {
      /** accounts that the transaction spent */
      readonly closedAccounts: readonly {
        readonly account: Account;

        /** the data of a compressed token account, decoded */
        readonly optionalTokenData: TokenData | null;
      }[];

      /** accounts that the transaction created */
      readonly openedAccounts: readonly {
        readonly account: Account;

        /** the data of a compressed token account, decoded */
        readonly optionalTokenData: TokenData | null;
      }[];
    };
  }>;
  /** A transaction, the accounts it spent with their nullifiers and the accounts it created; null when there is no such transaction. */
  getTransactionWithCompressionInfoV2(params: {
    /** the transaction's signature; base58 of 64 bytes */
    readonly signature: string;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the node's answer to getTransaction with encoding base64; null when there is no such transaction */
    readonly transaction: Readonly<Record<string, unknown>> | null;

    /** the compressed accounts that the transaction spent and created */
    readonly compressionInfo: {
      /** accounts that the transaction spent */
      readonly closedAccounts: readonly {
        /** an account that was spent */
        readonly account: {
          readonly account: AccountV2;

          /** the value that replaces the account's hash in the tree; zeros in V1 trees; base58 of 32 bytes */
          readonly nullifier: string;

          /** the hash of the transaction that is part of the nullifier; zeros in V1 trees; base58 of 32 bytes */
          readonly txHash: string;
        };

        /** the data of a compressed token account, decoded */
        readonly optionalTokenData: TokenData | null;
      }[];

      /** accounts that the transaction created */
      readonly openedAccounts: readonly {
        readonly account: AccountV2;

        /** the data of a compressed token account, decoded */
        readonly optionalTokenData: TokenData | null;
      }[];
    };
  }>;
  /** All known Merkle trees: their kinds, how full they are and what waits in their queues. */
  getTrees(params?: {
    /** also show each tree's root and how it was checked; true or false */
    readonly showRoots?: boolean | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the state that the answer describes */
    readonly context: {
      /** the last indexed slot, which the answer describes */
      readonly slot: number;
    };
    readonly value: {
      /** by kind and key */
      readonly items: readonly {
        /** the tree; base58 of 32 bytes */
        readonly tree: string;

        /** the tree's queue; for V2 address trees, the tree itself; base58 of 32 bytes */
        readonly queue: string;

        /** 1 state V1, 2 address V1, 3 state V2, 4 address V2 */
        readonly treeType: 1 | 2 | 3 | 4;

        /** levels above the leaves; the length of a proof */
        readonly height: 26 | 32 | 40;

        /** the CPI context account of a public state tree; null if unknown; base58 of 32 bytes */
        readonly cpiContext: string | null;

        /** leaves in the tree, with the initial elements of an address tree */
        readonly leaves: number;

        /** accounts or addresses that wait to be added to a V2 tree; 0 for V1 */
        readonly queued: number;

        /** spent accounts that wait to be nullified in a V2 state tree; 0 for others */
        readonly nullifiers: number;

        /** the tree's sequence number */
        readonly rootSeq: bigint;

        /** new leaves go into this tree: it has room, and no other tree has taken its place */
        readonly active: boolean;

        /** the tree's root; with showRoots; base58 of 32 bytes */
        readonly root?: string;

        /** the tree is complete and gives proofs; with showRoots */
        readonly usable?: boolean;

        /** why it gives no proofs; with showRoots */
        readonly reason?: string | null;

        /** the slot in which the root was last compared with the tree's account; with showRoots */
        readonly checkedSlot?: number | null;
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

          /** the address tree for it; base58 of 32 bytes */
          readonly tree: string;
        }[]
      | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the proof and what it proves: accounts, then addresses, in the order requested */
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

      /** the root of each account's tree, then of each address's tree */
      readonly roots: readonly string[];

      /** the roots' indexes in the trees' root histories */
      readonly rootIndices: readonly number[];

      /** leaf indexes of the accounts, then of the next lower addresses */
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
  /** A zero-knowledge proof that accounts are in their trees and that addresses are not yet in theirs; accounts that wait in an output queue need no proof. */
  getValidityProofV2(params?: {
    /** hashes of accounts */
    readonly hashes?: readonly string[] | null;

    /** new addresses and their trees */
    readonly newAddressesWithTrees?:
      | readonly {
          /** the address; base58 of 32 bytes */
          readonly address: string;

          /** the address tree for it; base58 of 32 bytes */
          readonly tree: string;
        }[]
      | null;

    /** the least commitment the answer may have; a higher level than the one this server indexes at is an error */
    readonly commitment?: "processed" | "confirmed" | "finalized" | null;

    /** the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long; an integer from 0 to 9007199254740991 */
    readonly minContextSlot?: number | null;
  }): Promise<{
    /** the proof (null when no account or address needs one) and what it proves */
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

      /** in the order requested */
      readonly accounts: readonly {
        /** the account's hash; base58 of 32 bytes */
        readonly hash: string;

        /** the tree's root; zero for an account proven by its index; base58 of 32 bytes */
        readonly root: string;

        /** the root's index in the tree's root history */
        readonly rootIndex: {
          /** the root's index in the tree's root history */
          readonly rootIndex: number;

          /** true while the account waits in the output queue: its leaf index proves it, without a path */
          readonly proveByIndex: boolean;
        };

        /** the account's leaf index in the tree */
        readonly leafIndex: number;

        /** where it is */
        readonly merkleContext: {
          /** 1 state V1, 2 address V1, 3 state V2, 4 address V2 */
          readonly treeType: 1 | 2 | 3 | 4;

          /** the Merkle tree; base58 of 32 bytes */
          readonly tree: string;

          /** the tree's queue; for V2 address trees, the tree itself; base58 of 32 bytes */
          readonly queue: string;

          /** always null: an index does not know it */
          readonly cpiContext: null;

          /** always null: an index does not know it */
          readonly nextTreeContext: null;
        };
      }[];

      /** in the order requested */
      readonly addresses: readonly {
        /** the address; base58 of 32 bytes */
        readonly address: string;

        /** the tree's newest root, at which the path ends; base58 of 32 bytes */
        readonly root: string;

        /** the root's index in the tree's root history */
        readonly rootIndex: number;

        /** where it is */
        readonly merkleContext: {
          /** 1 state V1, 2 address V1, 3 state V2, 4 address V2 */
          readonly treeType: 1 | 2 | 3 | 4;

          /** the Merkle tree; base58 of 32 bytes */
          readonly tree: string;

          /** the tree's queue; for V2 address trees, the tree itself; base58 of 32 bytes */
          readonly queue: string;

          /** always null: an index does not know it */
          readonly cpiContext: null;

          /** always null: an index does not know it */
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
  getCompressedMintInfo: { list: null, bigints: ["value.supply"] },
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
  getCompressedTokenHistory: {
    list: "items",
    bigints: ["value.items.*.change", "value.items.*.balance"],
  },
  getCompressionSignaturesForAccount: { list: null, bigints: [] },
  getCompressionSignaturesForAddress: { list: "items", bigints: [] },
  getCompressionSignaturesForOwner: { list: "items", bigints: [] },
  getCompressionSignaturesForTokenOwner: { list: "items", bigints: [] },
  getIndexStatistics: { list: null, bigints: ["value.topMints.*.supply"] },
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
  getSetAsideTransactions: { list: "items", bigints: [] },
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
  getTrees: { list: null, bigints: ["value.items.*.rootSeq"] },
  getValidityProof: { list: null, bigints: [] },
  getValidityProofV2: { list: null, bigints: [] },
};
