// A page has the nodes of four levels: sixteen adjacent nodes and the eight, four and two above them. A proof thus
// reads one row for four levels, and a block that appends leaves rewrites few rows.
import type { Value } from "../../connection.ts";

/** Levels of a page. */
export const PAGE_LEVELS = 4;
/** Nodes on its lowest level. */
export const PAGE_WIDTH = 16;
/** The index of each level's first node in the page. */
const LEVEL_START = [0, 16, 24, 28] as const;
const NODES = 30;
/** The page numbers of each row of pages start at a multiple of this, which exceeds the pages of any row. */
const ROW_SIZE = 2 ** 40;
/** A bit mask of the nodes that exist, then one of nullified leaves. */
export const HEADER = 4 + 2;
export const HASH = 32;

/** The rows of pages in a tree of this height. */
export function pageRows(height: number): number {
  return Math.ceil(height / PAGE_LEVELS);
}

/** The number under which a page is stored: row 0 has the leaves. */
export function pageNumber(row: number, position: number): number {
  return row * ROW_SIZE + position;
}

/** The first leaf of a page; only for row 0. */
export function firstLeafOf(page: number): number {
  return page * PAGE_WIDTH;
}

/** The page of a node, and its index in the page. */
export function placeOf(
  level: number,
  position: number,
): { readonly page: number; readonly slot: number } {
  const row = Math.floor(level / PAGE_LEVELS);
  const width = PAGE_WIDTH >> (level % PAGE_LEVELS);
  return {
    page: pageNumber(row, Math.floor(position / width)),
    slot: slotOf(level, position),
  };
}

/** The index of a node in its page. */
export function slotOf(level: number, position: number): number {
  const width = PAGE_WIDTH >> (level % PAGE_LEVELS);
  return LEVEL_START[level % PAGE_LEVELS]! + (position % width);
}

/** The pages on the path of a leaf, from its own page to the top one. */
export function pagesOfPath(height: number, leafIndex: number): number[] {
  const pages: number[] = [];
  let position = leafIndex;
  for (let row = 0; row < pageRows(height); row++) {
    position = Math.floor(position / PAGE_WIDTH);
    pages.push(pageNumber(row, position));
  }
  return pages;
}

export class TreePage {
  /** Null for nodes that were never written: such a node is the zero hash of its level. */
  readonly nodes: (Uint8Array | null)[];
  /** A bit for each nullified leaf of a state tree. */
  nullified: number;

  private constructor(nodes: (Uint8Array | null)[], nullified: number) {
    this.nodes = nodes;
    this.nullified = nullified;
  }

  static empty(): TreePage {
    return new TreePage(Array<null>(NODES).fill(null), 0);
  }

  static decode(content: Value): TreePage {
    const { buffer, byteOffset, length } = content as Uint8Array;
    const bytes = Buffer.from(buffer, byteOffset, length);
    const present = bytes.readUInt32LE(0);
    const page = TreePage.empty();
    page.nullified = bytes.readUInt16LE(4);
    let at = HEADER;
    for (let slot = 0; slot < NODES; slot++) {
      if ((present & (1 << slot)) === 0) continue;
      page.nodes[slot] = bytes.subarray(at, at + HASH);
      at += HASH;
    }
    return page;
  }

  get isEmpty(): boolean {
    return this.nullified === 0 && this.nodes.every((node) => node === null);
  }

  encode(): Uint8Array {
    const count = this.nodes.filter((node) => node !== null).length;
    const bytes = Buffer.allocUnsafe(HEADER + count * HASH);
    let present = 0;
    let at = HEADER;
    for (let slot = 0; slot < NODES; slot++) {
      const node = this.nodes[slot];
      if (!node) continue;
      present |= 1 << slot;
      bytes.set(node, at);
      at += HASH;
    }
    bytes.writeUInt32LE(present, 0);
    bytes.writeUInt16LE(this.nullified, 4);
    return bytes;
  }

  node(slot: number): Uint8Array | null {
    return this.nodes[slot]!;
  }

  isNullified(slot: number): boolean {
    return (this.nullified & (1 << slot)) !== 0;
  }

  setNullified(slot: number, nullified: boolean): void {
    if (nullified) this.nullified |= 1 << slot;
    else this.nullified &= ~(1 << slot);
  }
}
