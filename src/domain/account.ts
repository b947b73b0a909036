import type { Address, Hash } from "./values.ts";
import type { TreeType } from "./tree.ts";

export interface AccountData {
  /** The 8 discriminator bytes read as a little-endian u64. */
  readonly discriminator: bigint;
  readonly data: Uint8Array;
  readonly dataHash: Hash;
}

/** A compressed account as created by its transaction. It never changes; it can only be spent. */
export interface Account {
  readonly hash: Hash;
  readonly address: Address | null;
  readonly owner: Address;
  readonly lamports: bigint;
  readonly data: AccountData | null;
  /** The state tree; never the output queue. */
  readonly tree: Address;
  /** V1: the tree's nullifier queue. V2: its output queue. */
  readonly queue: Address;
  readonly treeType: TreeType;
  readonly leafIndex: number;
  /** Tree sequence number of the append; null in V2 trees. */
  readonly seq: bigint | null;
  /** The token data parsed from `data`, if this is a token account. Derived, never stored separately. */
  readonly token: TokenData | null;
}

export type TokenState = "initialized" | "frozen";

/** The token data of an account owned by the compressed token program. */
export interface TokenData {
  readonly mint: Address;
  readonly owner: Address;
  readonly amount: bigint;
  readonly delegate: Address | null;
  readonly state: TokenState;
  readonly tlv: Uint8Array | null;
}
