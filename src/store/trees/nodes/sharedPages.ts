import { mapKey, sameBytes } from "../../../codecs/bytes.ts";
import type { StoredPage } from "./storedPage.ts";
import { pageNumber } from "./treePage.ts";
import type { MerkleTree } from "../treeStatus.ts";

/** Pages below this number have leaves. Most of them are on few paths, so they are not kept. */
const ABOVE_LEAVES = pageNumber(1, 0);
/** About 2 MB. */
const MAX_PAGES = 2_000;

interface PagesOfRoot {
  readonly root: Uint8Array;
  readonly pages: Map<number, StoredPage>;
}

/**
 * Pages above the leaves, which are on many paths, kept between requests. They follow from the root of their tree: with
 * the same root they are the same, in any snapshot.
 */
export class SharedPages {
  readonly #trees = new Map<string, PagesOfRoot>();
  #size = 0;

  /** The kept pages of a tree, by number. Null while its nodes may not match its root. */
  of(tree: MerkleTree): ReadonlyMap<number, StoredPage> | null {
    return tree.status.usable ? this.#of(tree).pages : null;
  }

  /** Pages that were read of a tree of which `of` is not null. */
  add(tree: MerkleTree, read: ReadonlyMap<number, StoredPage>): void {
    if (this.#size + read.size > MAX_PAGES) this.#forget();
    const { pages } = this.#of(tree);
    for (const [number, page] of read) {
      if (number < ABOVE_LEAVES || this.#size === MAX_PAGES) continue;
      pages.set(number, page);
      this.#size++;
    }
  }

  #of({ tree, root }: MerkleTree): PagesOfRoot {
    const key = mapKey(tree);
    const known = this.#trees.get(key);
    if (known && sameBytes(known.root, root)) return known;
    this.#size -= known?.pages.size ?? 0;
    const fresh = { root, pages: new Map<number, StoredPage>() };
    this.#trees.set(key, fresh);
    return fresh;
  }

  #forget(): void {
    this.#trees.clear();
    this.#size = 0;
  }
}
