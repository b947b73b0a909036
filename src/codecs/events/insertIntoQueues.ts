import type { Address, Hash } from "../../domain/values.ts";
import {
  PACKED_OUTPUT_MIN,
  readPackedOutput,
  type PackedOutput,
} from "../accounts/compressedAccount.ts";
import type { TreeSequence } from "./publicTransactionEvent.ts";
import { ByteReader } from "../reader.ts";

export const INSERT_INTO_QUEUES = 0xa3f82e23999f8fb4n;

export interface InsertedNullifier {
  readonly hash: Hash;
  readonly treeIndex: number;
}

export interface InsertedAddress {
  readonly address: Address;
  readonly treeIndex: number;
}

/** What the system program passes to the compression program: all hashes, positions and sequence numbers, but no contents. */
export interface InsertIntoQueues {
  readonly transactionHash: Hash;
  readonly leaves: readonly Hash[];
  readonly nullifiers: readonly InsertedNullifier[];
  readonly addresses: readonly InsertedAddress[];
  readonly outputSequences: readonly TreeSequence[];
  readonly inputSequences: readonly TreeSequence[];
  readonly addressSequences: readonly TreeSequence[];
  readonly leafIndexes: readonly number[];
  /** Outputs that earlier calls stored in a CPI context. The executing instruction does not repeat them. */
  readonly contextOutputs: readonly PackedOutput[];
}

/** The discriminator, then a length that is not needed. */
const PAYLOAD = 12;

/** The layout has no alignment or padding. Vector lengths are one byte, except for the outputs at the end. */
export function decodeInsertIntoQueues(data: Uint8Array): InsertIntoQueues {
  const reader = new ByteReader(data, PAYLOAD);
  reader.skip(6); // invocation flag, bump, and counts that the vectors repeat
  return {
    transactionHash: reader.hash(),
    leaves: reader.items(reader.u8(), 33, readLeaf),
    nullifiers: reader.items(reader.u8(), 39, readNullifier),
    addresses: reader.items(reader.u8(), 34, readInsertedAddress),
    outputSequences: readSequences(reader),
    inputSequences: readSequences(reader),
    addressSequences: readSequences(reader),
    leafIndexes: reader.items(reader.u8(), 4, (r) => r.u32()),
    contextOutputs: reader.vector(PACKED_OUTPUT_MIN, readPackedOutput),
  };
}

function readLeaf(reader: ByteReader): Hash {
  reader.skip(1); // tree or queue, which the output's own index also gives
  return reader.hash();
}

function readNullifier(reader: ByteReader): InsertedNullifier {
  const hash = reader.hash();
  reader.skip(4 + 1); // leaf index, prove by index
  const treeIndex = reader.u8();
  reader.skip(1); // queue index
  return { hash, treeIndex };
}

function readInsertedAddress(reader: ByteReader): InsertedAddress {
  const address = reader.address();
  const treeIndex = reader.u8();
  reader.skip(1); // queue index
  return { address, treeIndex };
}

/** The program allocates the vectors at their maximum size; unused entries are zero. */
function readSequences(reader: ByteReader): TreeSequence[] {
  return reader
    .items(reader.u8(), 80, readSequence)
    .filter(({ tree }) => tree.some((byte) => byte !== 0));
}

function readSequence(reader: ByteReader): TreeSequence {
  const tree = reader.address();
  reader.skip(32 + 8); // queue, tree type
  return { tree, seq: reader.u64() };
}

/** Account indexes in the data start after two fixed accounts. */
export const QUEUE_FIXED_ACCOUNTS = 2;
