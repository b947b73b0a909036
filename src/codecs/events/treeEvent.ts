import type { BatchUpdate } from "../../domain/update.ts";
import type { Address } from "../../domain/values.ts";
import { readAddress } from "../accounts/compressedAccount.ts";
import { ByteReader, DecodeError } from "../reader.ts";

/** The events that the compression program logs about a tree through noop. */
export type TreeEvent =
  | BatchUpdate
  | { readonly kind: "changelog"; readonly tree: Address }
  | NullifierEvent
  | IndexedUpdateEvent;

/** Leaves of a V1 state tree were set to zero. */
export interface NullifierEvent {
  readonly kind: "nullifier";
  readonly tree: Address;
  readonly leafIndexes: readonly bigint[];
  readonly seq: bigint;
}

/**
 * Addresses were inserted into a V1 address tree. The event also contains the element before each, and the hashes of
 * both. They are not kept, because they follow from the addresses in the tree.
 */
export interface IndexedUpdateEvent {
  readonly kind: "indexedUpdate";
  readonly tree: Address;
  readonly elements: readonly {
    readonly value: Address;
    readonly index: bigint;
  }[];
  readonly seq: bigint;
}

/** value, next index, next value, index */
const ELEMENT = 32 + 8 + 32 + 8;
const ELEMENT_AND_HASH = ELEMENT + 32;

const BATCHES: Readonly<Record<number, BatchUpdate["kind"]>> = {
  3: "append",
  4: "nullify",
  5: "addressAppend",
};

/** Bytes after the event are allowed. */
export function decodeTreeEvent(bytes: Uint8Array): TreeEvent {
  const reader = new ByteReader(bytes);
  const tag = reader.u8();
  const tree = reader.address();
  switch (tag) {
    case 0:
      reader.vector(4, (r) => {
        r.skip(r.u32() * (32 + 4));
      });
      reader.skip(8 + 4);
      return { kind: "changelog", tree };
    case 1:
      return {
        kind: "nullifier",
        tree,
        leafIndexes: reader.vector(8, (r) => r.u64()),
        seq: reader.u64(),
      };
    case 2:
      return {
        kind: "indexedUpdate",
        tree,
        elements: reader.vector(2 * ELEMENT_AND_HASH, readNewElement),
        seq: reader.u64(),
      };
    default:
      return readBatch(reader, tag, tree);
  }
}

function readNewElement(reader: ByteReader) {
  reader.skip(ELEMENT_AND_HASH); // the element before it
  const value = reader.address();
  reader.skip(8 + 32); // the element after it
  const index = reader.u64();
  reader.skip(32); // hash
  return { value, index };
}

function readBatch(
  reader: ByteReader,
  tag: number,
  tree: Address,
): BatchUpdate {
  const kind = BATCHES[tag];
  if (!kind) throw new DecodeError(`tree event ${tag} is unknown`);
  reader.skip(3 * 8); // batch, proof batch and its size
  const oldNextIndex = reader.u64();
  const newNextIndex = reader.u64();
  const newRoot = reader.hash();
  reader.skip(4); // its place in the root history
  const sequenceNumber = reader.u64();
  reader.option(readAddress); // output queue
  return { kind, tree, oldNextIndex, newNextIndex, newRoot, sequenceNumber };
}
