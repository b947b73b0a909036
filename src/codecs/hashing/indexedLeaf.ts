import { asAddress, type Address, type Hash } from "../../domain/values.ts";
import { u64Input } from "./accountHash.ts";
import { hashPair } from "./hashPairs.ts";
import { poseidon } from "./poseidon.ts";

/** An element of an address tree: the elements form a list in the order of their values. */
export interface IndexedElement {
  readonly value: Address;
  readonly nextIndex: number;
  readonly nextValue: Address;
}

/** Above every address: addresses have 31 bytes. */
export const HIGHEST_ADDRESS: Address = asAddress(
  new Uint8Array(32).fill(0xff, 1),
);
export const LOWEST_ADDRESS: Address = asAddress(new Uint8Array(32));

/** V1 trees hash the next index, too. */
export function indexedLeafV1(element: IndexedElement): Hash {
  const { value, nextIndex, nextValue } = element;
  return poseidon(value, u64Input(BigInt(nextIndex), false), nextValue);
}

export function indexedLeafV2({ value, nextValue }: IndexedElement): Hash {
  return hashPair(value, nextValue);
}
