import type { BatchUpdate } from "../domain/update.ts";
import type { Address } from "../domain/values.ts";
import { readAddress } from "./compressedAccount.ts";
import { ByteReader, DecodeError } from "./reader.ts";

/** What the compression program logs about a tree through noop. Only batches say something we keep. */
export type TreeEvent =
  | BatchUpdate
  | {
      readonly kind: "changelog" | "nullifier" | "indexedUpdate";
      readonly tree: Address;
    };

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
      reader.skip(reader.u32() * 8);
      reader.skip(8);
      return { kind: "nullifier", tree };
    case 2:
      reader.skip(reader.u32() * 2 * ELEMENT_AND_HASH);
      reader.skip(8);
      return { kind: "indexedUpdate", tree };
    default:
      return readBatch(reader, tag, tree);
  }
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
  reader.skip(32 + 4); // root and its place in the history
  const sequenceNumber = reader.u64();
  reader.option(readAddress); // output queue
  return { kind, tree, oldNextIndex, newNextIndex, sequenceNumber };
}
