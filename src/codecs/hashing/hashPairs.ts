import type { Hash } from "../../domain/values.ts";
import { notAFieldElement, poseidon } from "./poseidon.ts";
import { poseidonModule } from "./wasm/module.ts";

/** The parent of two nodes of a tree. */
export function hashPair(left: Uint8Array, right: Uint8Array): Hash {
  return poseidon(left, right);
}

/** Computes a level of a tree from the level below: the `n` parents of `2n` contiguous nodes of 32 bytes. */
export function hashPairs(children: Uint8Array): Uint8Array {
  if (children.length % 64 !== 0)
    throw new RangeError("a level has an even number of nodes of 32 bytes");
  const { bytes, capacity, hashGroups } = poseidonModule(2);
  const parents = new Uint8Array(children.length / 2);
  for (let from = 0; from < children.length; from += 64 * capacity) {
    const part = children.subarray(from, from + 64 * capacity);
    bytes.set(part);
    if (hashGroups(part.length / 64) !== 0) throw notAFieldElement();
    parents.set(bytes.subarray(0, part.length / 2), from / 2);
  }
  return parents;
}
