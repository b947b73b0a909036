import { hashPairs } from "../../../codecs/hashing/hashPairs.ts";
import { zeroHashes } from "../../../codecs/hashing/zeroHashes.ts";
import { asHash, type Hash } from "../../../domain/values.ts";
import type { PageSet } from "./pageSet.ts";
import { PAGE_LEVELS, PAGE_WIDTH, pageNumber, placeOf } from "./treePage.ts";

/** The changed nodes of a level: for each page, a bit per node of the level. */
export type ChangedNodes = Map<number, number>;

/** The current leaf; null for an empty one. */
export type LeafValue = (leafIndex: number) => Uint8Array | null;

/**
 * Computes the nodes above changed leaves level by level, so that adjacent leaves share the work above them: appending
 * many leaves costs one hash per leaf. The pages of all paths must be loaded. Returns the root, or null for an empty
 * tree.
 */
export function hashUpwards(
  pages: PageSet,
  height: number,
  changedLeaves: ChangedNodes,
  leafValue: LeafValue,
): Hash | null {
  let changed = changedLeaves;
  let root: Uint8Array | null = null;
  for (let level = 0; level < height; level++) {
    const level0 = level === 0 ? leafValue : null;
    const parents = hashLevel(pages, level, changed, level0);
    changed = new Map();
    if (level + 1 === height) root = parents[0]?.[1] ?? null;
    else
      for (const [at, hash] of parents)
        put(pages, level + 1, at, hash, changed);
  }
  return root && asHash(root);
}

type Parent = readonly [position: number, hash: Uint8Array | null];

/** The parents of the changed nodes of a level. */
function hashLevel(
  pages: PageSet,
  level: number,
  changed: ChangedNodes,
  leafValue: LeafValue | null,
): Parent[] {
  const width = PAGE_WIDTH >> (level % PAGE_LEVELS);
  const row = Math.floor(level / PAGE_LEVELS);
  const positions: number[] = [];
  const pairs: (readonly [Uint8Array | null, Uint8Array | null])[] = [];
  for (const [position, mask] of changed) {
    const { nodes } = pages.at(pageNumber(row, position));
    const start = placeOf(level, 0).slot;
    for (let pair = 0; pair < width / 2; pair++) {
      if ((mask & (3 << (2 * pair))) === 0) continue;
      const first = position * width + 2 * pair;
      positions.push(first / 2);
      pairs.push(
        leafValue
          ? [leafValue(first), leafValue(first + 1)]
          : [nodes[start + 2 * pair]!, nodes[start + 2 * pair + 1]!],
      );
    }
  }
  const hashes = hashAll(pairs, zeroHashes[level]!);
  return positions.map((position, i) => [position, hashes[i]!]);
}

/** The hashes of pairs; null for an empty pair, whose hash is the zero hash of its level. */
export function hashAll(
  pairs: readonly (readonly [Uint8Array | null, Uint8Array | null])[],
  zero: Hash,
): (Uint8Array | null)[] {
  const filled = pairs.filter(([left, right]) => left ?? right);
  const input = new Uint8Array(filled.length * 64);
  for (const [i, [left, right]] of filled.entries()) {
    input.set(left ?? zero, i * 64);
    input.set(right ?? zero, i * 64 + 32);
  }
  const output = hashPairs(input);
  let at = 0;
  return pairs.map(([left, right]) =>
    (left ?? right) ? output.subarray(at, (at += 32)) : null,
  );
}

function put(
  pages: PageSet,
  level: number,
  position: number,
  hash: Uint8Array | null,
  changed: ChangedNodes,
): void {
  const { page, slot } = placeOf(level, position);
  pages.change(page).nodes[slot] = hash;
  const width = PAGE_WIDTH >> (level % PAGE_LEVELS);
  markChanged(changed, Math.floor(position / width), position % width);
}

export function markChanged(
  changed: ChangedNodes,
  page: number,
  bit: number,
): void {
  changed.set(page, (changed.get(page) ?? 0) | (1 << bit));
}
