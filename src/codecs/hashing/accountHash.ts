import type { Account } from "../../domain/account.ts";
import { TreeType } from "../../domain/tree.ts";
import type { Hash } from "../../domain/values.ts";
import { hashToField } from "./hashToField.ts";
import { poseidon } from "./poseidon.ts";

/** Everything the hash of an account binds together. */
export type HashedAccount = Pick<
  Account,
  "owner" | "lamports" | "address" | "data" | "tree" | "treeType" | "leafIndex"
>;

/** The leaf of the tree. V1 wrote its numbers little-endian into the field elements, V2 big-endian. */
export function accountHash(account: HashedAccount): Hash {
  const { owner, lamports, address, data, tree } = account;
  const littleEndian = account.treeType === TreeType.StateV1;
  const inputs: Uint8Array[] = [
    hashToField(owner),
    leafIndexInput(account.leafIndex, littleEndian),
    hashToField(tree),
  ];
  if (lamports !== 0n) inputs.push(taggedU64(1, lamports, littleEndian));
  if (address) inputs.push(address);
  // The discriminator is bytes, not a number: as a little-endian u64 it keeps its order in every tree.
  if (data) inputs.push(taggedU64(2, data.discriminator, true), data.dataHash);
  return poseidon(...inputs);
}

function leafIndexInput(leafIndex: number, littleEndian: boolean): Uint8Array {
  const input = Buffer.alloc(32);
  if (littleEndian) input.writeUInt32LE(leafIndex, 28);
  else input.writeUInt32BE(leafIndex, 28);
  return input;
}

/** The tag distinguishes lamports from a discriminator, since either may be missing. */
function taggedU64(
  tag: number,
  value: bigint,
  littleEndian: boolean,
): Uint8Array {
  const input = u64Input(value, littleEndian);
  input[23] = tag;
  return input;
}

export function u64Input(value: bigint, littleEndian: boolean): Uint8Array {
  const input = Buffer.alloc(32);
  if (littleEndian) input.writeBigUInt64LE(value, 24);
  else input.writeBigUInt64BE(value, 24);
  return input;
}
