import { zeroHashes } from "../../../codecs/hashing/zeroHashes.ts";
import { asHash, type Hash } from "../../../domain/values.ts";
import type { StoredPage } from "../nodes/storedPage.ts";
import { PAGE_LEVELS, PAGE_WIDTH, slotOf } from "../nodes/treePage.ts";

/** The leaf of the current tree at an index, in its page; null for an empty one. */
export type LeafOf = (page: StoredPage, leafIndex: number) => Uint8Array | null;

/** The path from a leaf up to the root. Its nodes are read from its pages when they are asked for. */
export class MerklePath {
  readonly leafIndex: number;
  readonly height: number;
  /** From the page of the leaf up to the page of the root's children. */
  readonly pages: readonly StoredPage[];
  readonly #leafOf: LeafOf;

  constructor(
    leafIndex: number,
    height: number,
    pages: readonly StoredPage[],
    leafOf: LeafOf,
  ) {
    this.leafIndex = leafIndex;
    this.height = height;
    this.pages = pages;
    this.#leafOf = leafOf;
  }

  /** Zero, an account's hash, a nullifier, or the hash of an element. */
  get leaf(): Hash {
    return this.#leaf(this.leafIndex);
  }

  /** The leaf's own sibling comes first. */
  get siblings(): Hash[] {
    const levels = { length: this.height };
    return Array.from(levels, (_, level) => this.sibling(level));
  }

  /** The sibling of the path's node at a level, where level 0 has the leaves. */
  sibling(level: number): Hash {
    const position = siblingOf(this.positionAt(level));
    if (level === 0) return this.#leaf(position);
    return this.#stored(level, position) ?? zeroHashes[level]!;
  }

  /** The path's own node at a level above the leaves; null if it was never written. */
  ancestor(level: number): Hash | null {
    return this.#stored(level, this.positionAt(level));
  }

  /** Where the path's node is in its level. */
  positionAt(level: number): number {
    return Math.floor(this.leafIndex / 2 ** level);
  }

  /** Which of the sixteen lowest nodes of its page in a row of pages is on the path. */
  slotIn(row: number): number {
    return this.positionAt(row * PAGE_LEVELS) % PAGE_WIDTH;
  }

  #leaf(leafIndex: number): Hash {
    const leaf = this.#leafOf(this.pages[0]!, leafIndex);
    return leaf ? asHash(leaf) : zeroHashes[0]!;
  }

  #stored(level: number, position: number): Hash | null {
    const page = this.pages[Math.floor(level / PAGE_LEVELS)]!;
    const node = page.node(slotOf(level, position));
    return node && asHash(node);
  }
}

export function siblingOf(position: number): number {
  return position % 2 === 0 ? position + 1 : position - 1;
}
