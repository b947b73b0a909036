import type { Hash } from "../../domain/values.ts";
import { u64Input } from "./accountHash.ts";
import { poseidon } from "./poseidon.ts";

/** The value that replaces a spent account in a V2 tree. */
export function nullifierOf(
  account: Hash,
  leafIndex: number,
  transactionHash: Hash,
): Hash {
  return poseidon(account, u64Input(BigInt(leafIndex), false), transactionHash);
}
