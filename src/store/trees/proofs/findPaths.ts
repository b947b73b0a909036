import { TreeType } from "../../../domain/tree.ts";
import type { Reading } from "../../connection.ts";
import { newTreeOf } from "../newTree.ts";
import { valueOfLeaf } from "../nodes/leafEdits.ts";
import { type LeafOf, MerklePath } from "./merklePath.ts";
import { readPages } from "../nodes/readPages.ts";
import { EMPTY_PAGE, type StoredPage } from "../nodes/storedPage.ts";
import { pagesOfPath } from "../nodes/treePage.ts";
import type { MerkleTree } from "../treeStatus.ts";

export interface PathQuery {
  readonly tree: MerkleTree;
  readonly leafIndex: number;
}

/** In the order of the queries. All paths of an answer and their trees are read in one snapshot. */
export async function findPaths(
  reading: Reading,
  asked: readonly PathQuery[],
): Promise<MerklePath[]> {
  const pagesOf = new Map<MerkleTree, PathPages>();
  for (const { tree, leafIndex } of asked) {
    let pages = pagesOf.get(tree);
    if (!pages) pagesOf.set(tree, (pages = new PathPages(reading, tree)));
    pages.want(leafIndex);
  }
  for (const pages of pagesOf.values()) await pages.load();
  return asked.map(({ tree, leafIndex }) => pagesOf.get(tree)!.path(leafIndex));
}

/** The pages of a tree that some paths go through. */
class PathPages {
  readonly #reading: Reading;
  readonly #tree: MerkleTree;
  readonly #leafOf: LeafOf;
  readonly #shared: ReadonlyMap<number, StoredPage> | null;
  readonly #missing = new Set<number>();
  #read: ReadonlyMap<number, StoredPage> = new Map();

  constructor(reading: Reading, tree: MerkleTree) {
    this.#reading = reading;
    this.#tree = tree;
    this.#leafOf = leafOf(tree);
    this.#shared = reading.sharedPages?.of(tree) ?? null;
  }

  want(leafIndex: number): void {
    for (const page of pagesOfPath(this.#tree.height, leafIndex))
      if (!this.#shared?.has(page)) this.#missing.add(page);
  }

  async load(): Promise<void> {
    const found = await readPages(
      this.#reading,
      this.#tree.tree,
      this.#missing,
    );
    for (const page of this.#missing)
      if (!found.has(page)) found.set(page, EMPTY_PAGE);
    if (this.#shared) this.#reading.sharedPages!.add(this.#tree, found);
    this.#read = found;
  }

  path(leafIndex: number): MerklePath {
    const { height } = this.#tree;
    const pages = pagesOfPath(height, leafIndex).map(
      (page) => this.#read.get(page) ?? this.#shared!.get(page)!,
    );
    return new MerklePath(leafIndex, height, pages, this.#leafOf);
  }
}

/** A new address tree contains its initial elements. */
function leafOf({ type, progress }: MerkleTree): LeafOf {
  const isNew = type !== TreeType.StateV2 && progress.addressesAppended === 0;
  const initial = isNew ? newTreeOf(type).leaves : [];
  return (page, leafIndex) =>
    initial[leafIndex] ??
    valueOfLeaf(page, type, leafIndex, progress.leavesAppended);
}
