import type { Address } from "./values.ts";

/** The numbers the programs and the wire use. */
export const TreeType = {
  StateV1: 1,
  AddressV1: 2,
  StateV2: 3,
  AddressV2: 4,
} as const;
export type TreeType = (typeof TreeType)[keyof typeof TreeType];

/** A Merkle tree we accept state from. */
export interface Tree {
  readonly tree: Address;
  /** V1 state: nullifier queue. V1 address: address queue. V2 state: output queue. V2 address: the tree itself. */
  readonly queue: Address;
  readonly type: TreeType;
}
