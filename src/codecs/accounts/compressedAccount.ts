import type { AccountData } from "../../domain/account.ts";
import type { Address } from "../../domain/values.ts";
import type { ByteReader } from "../reader.ts";

/** An account as events and instructions contain it: without its position in a tree, and so without its hash. */
export interface CompressedAccount {
  readonly owner: Address;
  readonly lamports: bigint;
  readonly address: Address | null;
  readonly data: AccountData | null;
}

/** A new account and the index of its tree or output queue among the accompanying keys. */
export interface PackedOutput {
  readonly account: CompressedAccount;
  readonly treeIndex: number;
}

/** owner, lamports, and the tags of two absent options. */
const COMPRESSED_ACCOUNT_MIN = 32 + 8 + 1 + 1;
export const PACKED_OUTPUT_MIN = COMPRESSED_ACCOUNT_MIN + 1;

export function readCompressedAccount(reader: ByteReader): CompressedAccount {
  return {
    owner: reader.address(),
    lamports: reader.u64(),
    address: reader.option(readAddress),
    data: reader.option(readData),
  };
}

export function readPackedOutput(reader: ByteReader): PackedOutput {
  return { account: readCompressedAccount(reader), treeIndex: reader.u8() };
}

export function readAddress(reader: ByteReader): Address {
  return reader.address();
}

function readData(reader: ByteReader): AccountData {
  return {
    discriminator: reader.u64(),
    data: reader.bytes(reader.u32()),
    dataHash: reader.hash(),
  };
}
