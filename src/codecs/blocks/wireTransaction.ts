import { asSignature, type Signature } from "../../domain/values.ts";
import { ByteReader, DecodeError } from "../reader.ts";

/** An instruction that refers to its program and accounts by index in the key list. */
export interface WireInstruction {
  readonly programIndex: number;
  readonly accountIndexes: Uint8Array;
  readonly data: Uint8Array;
}

export interface WireTransaction {
  readonly signature: Signature;
  /** The keys in the message itself, 32 bytes each, back to back. */
  readonly staticKeys: Uint8Array;
  readonly instructions: readonly WireInstruction[];
}

const SIGNATURE = 64;
const KEY = 32;
const VERSION_BIT = 0x80;
const VERSION_1 = VERSION_BIT | 1;

/** Legacy and version 0 start with their signatures; only version 1 (SIMD-0385) starts with a version byte. */
export function decodeWireTransaction(bytes: Uint8Array): WireTransaction {
  const reader = new ByteReader(bytes);
  if (bytes[0] === VERSION_1) return readVersion1(reader);
  const signature = readSignatures(reader);
  const header = reader.u8();
  if (header & VERSION_BIT) {
    if (header !== VERSION_BIT) {
      throw new DecodeError(`message version ${header & 0x7f} is unknown`);
    }
    reader.skip(1);
  }
  reader.skip(2);
  const staticKeys = reader.bytes(reader.compactU16() * KEY);
  reader.skip(32); // recent blockhash
  const instructions = reader.items(reader.compactU16(), 3, readInstruction);
  // Address table lookups follow. The node has resolved them (`loadedAddresses`).
  return { signature, staticKeys, instructions };
}

function readSignatures(reader: ByteReader): Signature {
  const count = reader.compactU16();
  if (count === 0) throw new DecodeError("a transaction without a signature");
  const signature = asSignature(reader.bytes(SIGNATURE));
  reader.skip((count - 1) * SIGNATURE);
  return signature;
}

function readInstruction(reader: ByteReader): WireInstruction {
  return {
    programIndex: reader.u8(),
    accountIndexes: reader.bytes(reader.compactU16()),
    data: reader.bytes(reader.compactU16()),
  };
}

function readVersion1(reader: ByteReader): WireTransaction {
  reader.skip(1);
  const signatures = reader.u8();
  if (signatures === 0)
    throw new DecodeError("a transaction without a signature");
  reader.skip(2);
  const config = reader.u32();
  reader.skip(32); // lifetime hash
  const count = reader.u8();
  const staticKeys = reader.bytes(reader.u8() * KEY);
  reader.skip(configSize(config));
  const sizes = reader.items(count, 4, readSizes);
  const instructions = sizes.map(({ programIndex, accounts, data }) => ({
    programIndex,
    accountIndexes: reader.bytes(accounts),
    data: reader.bytes(data),
  }));
  const signature = asSignature(reader.bytes(SIGNATURE));
  reader.skip((signatures - 1) * SIGNATURE);
  return { signature, staticKeys, instructions };
}

function readSizes(reader: ByteReader) {
  return {
    programIndex: reader.u8(),
    accounts: reader.u8(),
    data: reader.u16(),
  };
}

/** Every bit of the mask stands for four bytes, also an unknown one. The u64 priority fee has two bits. */
function configSize(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest !== 0; rest >>>= 1) bits += rest & 1;
  return bits * 4;
}
