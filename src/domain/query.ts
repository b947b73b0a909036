import type { Address } from "./values.ts";

/** Compares `bytes` with the account data at `offset`; the discriminator is not part of the data. */
export interface DataFilter {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** A byte range of the account data. */
export interface DataSlice {
  readonly offset: number;
  readonly length: number;
}

/** The range of account data that a filter index of an owner covers. */
export interface DataWindow {
  readonly owner: Address;
  readonly offset: number;
  readonly length: number;
}
