import { mapKey } from "../../codecs/bytes.ts";
import { zeroHashes } from "../../codecs/hashing/zeroHashes.ts";
import { TreeType } from "../../domain/tree.ts";
import { asHash, type Hash } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import { birthOf } from "./birth.ts";
import { valueOfLeaf } from "./leafEdits.ts";
import { pagesOfPath, placeOf, TreePage } from "./treePage.ts";
import { shareTexts } from "./sharedReads.ts";
import { readPages } from "./readPages.ts";
import type { MerkleTree } from "./treeStatus.ts";

/** The path from a leaf up to the root. */
export interface MerklePath {
  readonly leafIndex: number;
  /** The current leaf: zero, an account's hash, a nullifier, or the hash of an element. */
  readonly leaf: Hash;
  /** The leaf's own sibling comes first. */
  readonly siblings: readonly Hash[];
  /** The nodes between the leaf and the root; null for nodes that were never written. */
  readonly ancestors: readonly (Hash | null)[];
}

export interface PathQuery {
  readonly tree: MerkleTree;
  readonly leafIndex: number;
}

/** In the order of the queries. All paths of an answer and their trees are read in one snapshot. */
export async function findPaths(
  reading: Reading,
  asked: readonly PathQuery[],
): Promise<MerklePath[]> {
  const pagesOf = new Map<string, ReadPages>();
  for (const { tree, leafIndex } of asked) {
    const key = mapKey(tree.tree);
    let pages = pagesOf.get(key);
    if (!pages) pagesOf.set(key, (pages = new ReadPages(tree)));
    pages.want(leafIndex);
  }
  for (const pages of pagesOf.values()) await pages.load(reading);
  return asked.map(({ tree, leafIndex }) =>
    pagesOf.get(mapKey(tree.tree))!.path(leafIndex),
  );
}

shareTexts(zeroHashes);

const EMPTY_PAGE = TreePage.empty();

/** The pages of a tree that some paths go through. */
class ReadPages {
  readonly #tree: MerkleTree;
  readonly #wanted = new Set<number>();
  #pages: ReadonlyMap<number, TreePage> = new Map();

  constructor(tree: MerkleTree) {
    this.#tree = tree;
  }

  want(leafIndex: number): void {
    for (const page of pagesOfPath(this.#tree.height, leafIndex))
      this.#wanted.add(page);
  }

  async load(reading: Reading): Promise<void> {
    this.#pages = await readPages(reading, this.#tree.tree, this.#wanted);
  }

  path(leafIndex: number): MerklePath {
    const { height } = this.#tree;
    const siblings: Hash[] = [];
    const ancestors: (Hash | null)[] = [];
    let position = leafIndex;
    for (let level = 0; level < height; level++) {
      if (level > 0) ancestors.push(this.#node(level, position));
      const sibling = position % 2 === 0 ? position + 1 : position - 1;
      siblings.push(this.#node(level, sibling) ?? zeroHashes[level]!);
      position = Math.floor(position / 2);
    }
    const leaf = this.#node(0, leafIndex) ?? zeroHashes[0]!;
    return { leafIndex, leaf, siblings, ancestors };
  }

  #node(level: number, position: number): Hash | null {
    const { page, slot } = placeOf(level, position);
    const found = this.#pages.get(page) ?? EMPTY_PAGE;
    const node = level === 0 ? this.#leaf(found, position) : found.nodes[slot]!;
    return node && asHash(node);
  }

  /** A new address tree contains its initial elements. */
  #leaf(page: TreePage, leafIndex: number): Uint8Array | null {
    const { type, progress } = this.#tree;
    if (type !== TreeType.StateV2 && progress.addressesAppended === 0) {
      const born = birthOf(type).leaves[leafIndex];
      if (born) return born;
    }
    return valueOfLeaf(page, type, leafIndex, progress.leavesAppended);
  }
}
