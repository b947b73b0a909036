// Where a tree's account keeps its newest roots, and whether another tree has taken its place.
import { TreeType } from "../../domain/tree.ts";
import type { Hash, Slot } from "../../domain/values.ts";
import { asSafeNumber, ByteReader, DecodeError } from "../reader.ts";

/** The part of the data that says how far the tree is, whether it was rolled over, and where its roots lie. */
export const ROOT_HISTORY_HEAD = { offset: 136, length: 248 } as const;

export interface RootHistory {
  /** The tree's newest sequence number. */
  readonly seq: bigint;
  readonly capacity: number;
  /** The slot in which another tree took its place, because it was nearly full; null before. */
  readonly rolledOverSlot: Slot | null;
  /** Where the root after a sequence number lies in the data, as long as it is one of the newest. */
  rootAt(seq: bigint): number;
}

/** V1: the slot of the rollover; height, canopy, next index; then the sequence number, heads of vectors, and the vectors themselves. */
const V1 = {
  rolledOver: 136,
  seq: 248,
  changelogCapacity: 304,
  capacity: 336,
  vectors: 384,
};
/** V2: the slot of the rollover; the sequence number, next index, height; then the capacity. The roots follow the history's own head. */
const V2 = { rolledOver: 144, seq: 232, capacity: 252, roots: 704 };
/** Instead of a slot, in a tree that was not rolled over. */
const NEVER = 2n ** 64n - 1n;

/** An entry of a V1 changelog: a path of optional hashes, padded, and an index. */
const HEIGHT_V1 = 26;
const CHANGELOG_ENTRY = Math.ceil((33 * HEIGHT_V1) / 8) * 8 + 8;
const HASH = 32;

/** `head` is the part of the data that ROOT_HISTORY_HEAD names. */
export function readRootHistory(type: TreeType, head: Uint8Array): RootHistory {
  const at = (offset: number) =>
    new ByteReader(head, offset - ROOT_HISTORY_HEAD.offset);
  if (type === TreeType.StateV2 || type === TreeType.AddressV2)
    return historyOf(
      at(V2.rolledOver).u64(),
      at(V2.seq).u64(),
      countOf(BigInt(at(V2.capacity).u32())),
      V2.roots,
    );
  const changelog = countOf(at(V1.changelogCapacity).u64()) * CHANGELOG_ENTRY;
  const subtrees = HEIGHT_V1 * HASH;
  return historyOf(
    at(V1.rolledOver).u64(),
    at(V1.seq).u64(),
    countOf(at(V1.capacity).u64()),
    V1.vectors + subtrees + changelog,
  );
}

/** More than the vectors of any tree have. */
const MOST_ENTRIES = 2n ** 20n;

function countOf(entries: bigint): number {
  if (entries > MOST_ENTRIES)
    throw new DecodeError(`a vector of a tree has ${entries} entries`);
  return Number(entries);
}

function historyOf(
  rolledOver: bigint,
  seq: bigint,
  capacity: number,
  roots: number,
): RootHistory {
  const rolledOverSlot = rolledOver === NEVER ? null : asSafeNumber(rolledOver);
  const rootAt = (wanted: bigint) =>
    roots + HASH * Number(wanted % BigInt(Math.max(capacity, 1)));
  return { seq, capacity, rolledOverSlot, rootAt };
}

export function readRoot(bytes: Uint8Array): Hash {
  return new ByteReader(bytes).hash();
}
