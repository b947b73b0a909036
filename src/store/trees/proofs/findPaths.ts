import { TreeType } from "../../../domain/tree.ts";
import type { Reading } from "../../connection.ts";
import { andThen, type MaybePromise, whenAll } from "../../maybePromise.ts";
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
export function findPaths(
  reading: Reading,
  asked: readonly PathQuery[],
): MaybePromise<MerklePath[]> {
  const treePages = new Map<MerkleTree, PathPages>();
  const wanted = asked.map(({ tree, leafIndex }) => {
    let pages = treePages.get(tree);
    if (!pages) treePages.set(tree, (pages = new PathPages(reading, tree)));
    return pages.want(leafIndex);
  });
  const loading = Array.from(treePages.values(), (pages) => pages.load());
  return whenAll(loading, () => wanted.map((path) => path()));
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

  /** Returns what makes the path once the pages are loaded. */
  want(leafIndex: number): () => MerklePath {
    const { height } = this.#tree;
    const numbers = pagesOfPath(height, leafIndex);
    for (const page of numbers)
      if (!this.#shared?.has(page)) this.#missing.add(page);
    return () => {
      const pages = numbers.map((page) => this.#page(page));
      return new MerklePath(leafIndex, height, pages, this.#leafOf);
    };
  }

  load(): MaybePromise<void> {
    const { tree } = this.#tree;
    const reading = readPages(this.#reading, tree, [...this.#missing]);
    return andThen(reading, (found) => {
      for (const page of this.#missing)
        if (!found.has(page)) found.set(page, EMPTY_PAGE);
      if (this.#shared) this.#reading.sharedPages!.add(this.#tree, found);
      this.#read = found;
    });
  }

  #page(number: number): StoredPage {
    return this.#read.get(number) ?? this.#shared!.get(number)!;
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
