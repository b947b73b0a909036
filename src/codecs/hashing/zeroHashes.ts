import { asHash, type Hash } from "../../domain/values.ts";
import { hashPair } from "./hashPairs.ts";

/** The highest tree there is. */
const MAX_LEVELS = 40;

/** The root of an empty subtree, by its height: of height 0 it is an empty leaf. */
export const zeroHashes: readonly Hash[] = computeZeroHashes();

function computeZeroHashes(): Hash[] {
  const hashes = [asHash(new Uint8Array(32))];
  for (let level = 0; level < MAX_LEVELS; level++) {
    const below = hashes[level]!;
    hashes.push(hashPair(below, below));
  }
  return hashes;
}
