// Where a tree's account keeps its newest roots.
import { TreeType } from "../domain/tree.ts";
import type { Hash } from "../domain/values.ts";
import { ByteReader } from "./reader.ts";

/** The part of the data that says how far the tree is and where its roots lie. */
export const ROOT_HISTORY_HEAD = { offset: 224, length: 160 } as const;

export interface RootHistory {
  /** The tree's newest sequence number. */
  readonly seq: bigint;
  readonly capacity: number;
  /** Where the root after a sequence number lies in the data, as long as it is one of the newest. */
  rootAt(seq: bigint): number;
}

/** V1: height, canopy, next index; then the sequence number, heads of vectors, and the vectors themselves. */
const V1 = { seq: 248, changelogCapacity: 304, capacity: 336, vectors: 384 };
/** V2: the sequence number, next index, height; then the capacity. The roots follow the history's own head. */
const V2 = { seq: 232, capacity: 252, roots: 704 };

/** An entry of a V1 changelog: a path of optional hashes, padded, and an index. */
const HEIGHT_V1 = 26;
const CHANGELOG_ENTRY = Math.ceil((33 * HEIGHT_V1) / 8) * 8 + 8;
const HASH = 32;

/** `head` is the part of the data that ROOT_HISTORY_HEAD names. */
export function readRootHistory(type: TreeType, head: Uint8Array): RootHistory {
  const at = (offset: number) =>
    new ByteReader(head, offset - ROOT_HISTORY_HEAD.offset);
  if (type === TreeType.StateV2 || type === TreeType.AddressV2)
    return historyOf(at(V2.seq).u64(), at(V2.capacity).u32(), V2.roots);
  const changelog = Number(at(V1.changelogCapacity).u64()) * CHANGELOG_ENTRY;
  const subtrees = HEIGHT_V1 * HASH;
  return historyOf(
    at(V1.seq).u64(),
    Number(at(V1.capacity).u64()),
    V1.vectors + subtrees + changelog,
  );
}

function historyOf(seq: bigint, capacity: number, roots: number): RootHistory {
  const rootAt = (wanted: bigint) =>
    roots + HASH * Number(wanted % BigInt(Math.max(capacity, 1)));
  return { seq, capacity, rootAt };
}

export function readRoot(bytes: Uint8Array): Hash {
  return new ByteReader(bytes).hash();
}
