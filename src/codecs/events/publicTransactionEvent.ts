import type { Address, Hash } from "../../domain/values.ts";
import {
  PACKED_OUTPUT_MIN,
  readAddress,
  readPackedOutput,
  type PackedOutput,
} from "../accounts/compressedAccount.ts";
import { ByteReader } from "../reader.ts";

/** The sequence number of the first new leaf of a tree. */
export interface TreeSequence {
  readonly tree: Address;
  readonly seq: bigint;
}

/** The event that the V1 system program logs through noop. */
export interface PublicTransactionEvent {
  readonly inputs: readonly Hash[];
  readonly outputHashes: readonly Hash[];
  readonly outputs: readonly PackedOutput[];
  readonly leafIndexes: readonly number[];
  readonly sequences: readonly TreeSequence[];
  readonly keys: readonly Address[];
}

/**
 * Newer programs append the owners of associated token accounts. They are not used here, so reading stops before them,
 * where both versions are equal.
 */
export function decodePublicTransactionEvent(
  bytes: Uint8Array,
): PublicTransactionEvent {
  const reader = new ByteReader(bytes);
  const inputs = reader.vector(32, readHash);
  const outputHashes = reader.vector(32, readHash);
  const outputs = reader.vector(PACKED_OUTPUT_MIN, readPackedOutput);
  const leafIndexes = reader.vector(4, (r) => r.u32());
  const sequences = reader.vector(40, readSequence);
  reader.option((r) => r.u64()); // relay fee
  reader.bool(); // is compress
  reader.option((r) => r.u64()); // lamports moved in or out
  const keys = reader.vector(32, readAddress);
  reader.option((r) => r.bytes(r.u32())); // message
  return { inputs, outputHashes, outputs, leafIndexes, sequences, keys };
}

function readHash(reader: ByteReader): Hash {
  return reader.hash();
}

function readSequence(reader: ByteReader): TreeSequence {
  return { tree: reader.address(), seq: reader.u64() };
}
