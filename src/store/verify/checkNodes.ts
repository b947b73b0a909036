import { sameBytes } from "../../codecs/bytes.ts";
import { zeroHashes } from "../../codecs/hashing/zeroHashes.ts";
import { treeHeight, TreeType } from "../../domain/tree.ts";
import { asHash, type Hash } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import { newTreeOf } from "../trees/newTree.ts";
import { leavesOfElements } from "../trees/elements.ts";
import { hashAll } from "../trees/nodes/hashUpwards.ts";
import { valueOfLeaf } from "../trees/nodes/leafEdits.ts";
import { readPages } from "../trees/nodes/readPages.ts";
import {
  firstLeafOf,
  PAGE_LEVELS,
  PAGE_WIDTH,
  pageNumber,
  pageRows,
  placeOf,
  TreePage,
} from "../trees/nodes/treePage.ts";
import type { TreeState } from "../trees/treeStates.ts";
import type { StoredTree } from "../write/treeProgress.ts";

export interface CheckedNodes {
  /** The root computed from the leaves. */
  readonly root: Hash;
  readonly leaves: number;
}

export interface NodeCheck {
  readonly tree: StoredTree;
  readonly state: TreeState;
  /** Called with a sentence about each node that does not match its children. */
  readonly onDifference: (difference: string) => void;
  /** Called with the share of finished leaves. */
  readonly onProgress: (share: number) => void;
}

type Node = Uint8Array | null;

const PAGES_OF_A_STEP = 64;

/**
 * Hashes the children of every stored node again, page by page, so that a difference identifies the wrong node. Leaves
 * of address trees are compared with their addresses.
 */
export async function checkNodes(
  reading: Reading,
  check: NodeCheck,
): Promise<CheckedNodes> {
  const { tree, onDifference } = check;
  let leaves = 0;
  let root: Node = null;
  let below = 0;
  for (let row = 0; row < pageRows(treeHeight(tree.type)); row++) {
    let lowest = 0;
    let tops = 0;
    for await (const pages of walkRow(reading, check, row)) {
      if (row === 0) await compareElements(reading, check, pages);
      const checked = new PageCheck(check, row, pages);
      lowest += checked.lowestNodes;
      const found = await checked.run(reading);
      tops += found.filter((top) => top !== null).length;
      root = found[0] ?? root;
    }
    if (row === 0) leaves = lowest;
    else if (lowest > below)
      onDifference(
        `${lowest - below} nodes of level ${row * PAGE_LEVELS} exist without leaves below them`,
      );
    below = tops;
  }
  const initial = newTreeOf(tree.type).root;
  return { root: root ? asHash(root) : initial, leaves };
}

/** Pages of a row by their position in it. */
type RowPages = ReadonlyMap<number, TreePage>;

async function* walkRow(
  reading: Reading,
  { tree, onProgress }: NodeCheck,
  row: number,
): AsyncGenerator<RowPages> {
  const end = pageNumber(row + 1, 0);
  let from = pageNumber(row, 0);
  const last = row === 0 ? await lastPage(reading, tree, end) : 0;
  for (;;) {
    const rows = await reading.all(
      `select page, content from tree_pages where tree = ? and page >= ? and page < ? order by page limit ${PAGES_OF_A_STEP}`,
      [tree.tree, from, end],
    );
    if (rows.length === 0) return;
    yield new Map(
      rows.map(([page, content]) => [
        (page as number) - pageNumber(row, 0),
        TreePage.decode(content!),
      ]),
    );
    from = (rows.at(-1)![0] as number) + 1;
    if (row === 0) onProgress(from / (last + 1));
  }
}

async function lastPage(
  reading: Reading,
  { tree }: StoredTree,
  end: number,
): Promise<number> {
  const [row] = await reading.all(
    "select max(page) from tree_pages where tree = ? and page < ?",
    [tree, end],
  );
  return (row?.[0] ?? 0) as number;
}

/** An element without a leaf changes the root. */
async function compareElements(
  reading: Reading,
  { tree, state, onDifference }: NodeCheck,
  pages: RowPages,
): Promise<void> {
  if (tree.type === TreeType.StateV1 || tree.type === TreeType.StateV2) return;
  const list = { tree, end: state.hashed.elements };
  const places = [...pages].flatMap(([position, { nodes }]) =>
    nodes.slice(0, PAGE_WIDTH).map((node, slot) => ({
      leafIndex: firstLeafOf(position) + slot,
      node,
    })),
  );
  const indexes = places.map(({ leafIndex }) => leafIndex);
  const expected = await leavesOfElements(reading, list, indexes);
  for (const { leafIndex, node } of places)
    if (!same(node, expected.get(leafIndex) ?? null))
      onDifference(`leaf ${leafIndex} does not match its address`);
}

/** Checks some pages of one row and the nodes above them. */
class PageCheck {
  readonly #check: NodeCheck;
  readonly #row: number;
  readonly #pages: RowPages;
  /** Nodes of the current level, by page. */
  #level: Map<number, Node[]>;

  constructor(check: NodeCheck, row: number, pages: RowPages) {
    this.#check = check;
    this.#row = row;
    this.#pages = pages;
    this.#level = new Map(
      [...pages].map(([position, page]) => [
        position,
        this.#lowest(position, page),
      ]),
    );
  }

  get lowestNodes(): number {
    const nodes = [...this.#level.values()].flat();
    return nodes.filter((node) => node !== null).length;
  }

  #lowest(position: number, page: TreePage): Node[] {
    const nodes = page.nodes.slice(0, PAGE_WIDTH);
    if (this.#row > 0) return nodes;
    const { tree, state } = this.#check;
    return nodes.map((_, slot) =>
      valueOfLeaf(
        page,
        tree.type,
        firstLeafOf(position) + slot,
        state.hashed.leaves,
      ),
    );
  }

  /** Returns the node above each page, or the root above the last row. */
  async run(reading: Reading): Promise<Node[]> {
    const height = treeHeight(this.#check.tree.type);
    const first = this.#row * PAGE_LEVELS;
    const end = Math.min(first + PAGE_LEVELS, height);
    for (let level = first; level < end; level++) {
      this.#hash(level);
      if (level + 1 < end) this.#compareInside(level + 1);
    }
    const tops = [...this.#level].map(
      ([position, [top]]) => [position, top ?? null] as const,
    );
    if (end < height) await this.#compareAbove(reading, tops);
    return tops.map(([, top]) => top);
  }

  #hash(level: number): void {
    const all = [...this.#level];
    const pairs = all.flatMap(([, nodes]) =>
      Array.from(
        { length: nodes.length / 2 },
        (_, i) => [nodes[2 * i]!, nodes[2 * i + 1]!] as const,
      ),
    );
    const hashes = hashAll(pairs, zeroHashes[level]!);
    let at = 0;
    this.#level = new Map(
      all.map(([position, nodes]) => [
        position,
        hashes.slice(at, (at += nodes.length / 2)),
      ]),
    );
  }

  #compareInside(level: number): void {
    for (const [position, nodes] of this.#level) {
      const page = this.#pages.get(position)!;
      const { slot } = placeOf(level, 0);
      for (const [i, node] of nodes.entries())
        this.#compare(
          level,
          position * nodes.length + i,
          page.nodes[slot + i]!,
          node,
        );
      // Hashing continues with the stored value, so that one wrong node is not reported at every level above it.
      nodes.splice(
        0,
        nodes.length,
        ...page.nodes.slice(slot, slot + nodes.length),
      );
    }
  }

  async #compareAbove(
    reading: Reading,
    tops: readonly (readonly [number, Node])[],
  ): Promise<void> {
    const level = (this.#row + 1) * PAGE_LEVELS;
    const { tree } = this.#check.tree;
    const places = tops.map(([position]) => placeOf(level, position));
    const numbers = [...new Set(places.map(({ page }) => page))];
    const above = await readPages(reading, tree, numbers);
    for (const [i, [position, top]] of tops.entries()) {
      const { page, slot } = places[i]!;
      this.#compare(level, position, above.get(page)?.node(slot) ?? null, top);
    }
  }

  #compare(level: number, position: number, stored: Node, hashed: Node): void {
    if (same(stored, hashed)) return;
    this.#check.onDifference(
      `node ${position} of level ${level} does not match its children`,
    );
  }
}

function same(a: Node, b: Node): boolean {
  return a && b ? sameBytes(a, b) : a === b;
}
