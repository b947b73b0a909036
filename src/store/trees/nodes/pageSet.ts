import { mapKey } from "../../../codecs/bytes.ts";
import type { Address } from "../../../domain/values.ts";
import type { Connection, Row } from "../../connection.ts";
import { treePages } from "../../schema/tables.ts";
import { TreePage } from "./treePage.ts";

/** The pages of one tree that a transaction uses. */
export class PageSet {
  readonly tree: Address;
  readonly #pages = new Map<number, TreePage>();
  readonly #changed = new Set<number>();

  constructor(tree: Address) {
    this.tree = tree;
  }

  /** A page to read, which must be loaded. */
  at(page: number): TreePage {
    const found = this.#pages.get(page);
    if (!found) throw new Error(`page ${page} of a tree was not loaded`);
    return found;
  }

  /** A page to change. */
  change(page: number): TreePage {
    this.#changed.add(page);
    return this.at(page);
  }

  missing(pages: Iterable<number>): number[] {
    return [...new Set(pages)].filter((page) => !this.#pages.has(page));
  }

  add(page: number, loaded: TreePage): void {
    this.#pages.set(page, loaded);
  }

  rows(): { readonly put: Row[]; readonly removed: Row[] } {
    const put: Row[] = [];
    const removed: Row[] = [];
    for (const number of [...this.#changed].sort((a, b) => a - b)) {
      const page = this.at(number);
      if (page.isEmpty) removed.push([this.tree, number]);
      else put.push([this.tree, number, page.encode()]);
    }
    this.#changed.clear();
    return { put, removed };
  }
}

/** Loads pages of several trees at once; pages that are not stored are empty. */
export async function loadPages(
  connection: Connection,
  wanted: readonly (readonly [PageSet, Iterable<number>])[],
): Promise<void> {
  const sets = new Map(wanted.map(([set]) => [mapKey(set.tree), set]));
  const keys: Row[] = [];
  for (const [set, pages] of wanted) {
    for (const page of set.missing(pages)) {
      keys.push([set.tree, page]);
      set.add(page, TreePage.empty());
    }
  }
  if (keys.length === 0) return;
  for (const [tree, page, content] of await connection.findMany(
    treePages,
    keys,
  ))
    sets
      .get(mapKey(tree as Uint8Array))!
      .add(page as number, TreePage.decode(content!));
}

export async function writePages(
  connection: Connection,
  sets: readonly PageSet[],
): Promise<void> {
  const rows = sets.map((set) => set.rows());
  const put = rows.flatMap((each) => each.put);
  const removed = rows.flatMap((each) => each.removed);
  if (put.length > 0) await connection.upsertMany(treePages, put);
  if (removed.length > 0) await connection.deleteMany(treePages, removed);
}
