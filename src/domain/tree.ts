import type { Address } from "./values.ts";

/** The values that programs and API use. */
export const TreeType = {
  StateV1: 1,
  AddressV1: 2,
  StateV2: 3,
  AddressV2: 4,
} as const;
export type TreeType = (typeof TreeType)[keyof typeof TreeType];

/** Levels above the leaves, fixed by the programs; also the number of hashes in a proof. */
export function treeHeight(type: TreeType): number {
  return HEIGHTS[type];
}

const HEIGHTS: Readonly<Record<TreeType, number>> = {
  [TreeType.StateV1]: 26,
  [TreeType.AddressV1]: 26,
  [TreeType.StateV2]: 32,
  [TreeType.AddressV2]: 40,
};

/** A Merkle tree whose state is indexed. */
export interface Tree {
  readonly tree: Address;
  /** V1 state: nullifier queue. V1 address: address queue. V2 state: output queue. V2 address: the tree itself. */
  readonly queue: Address;
  readonly type: TreeType;
}
