// A page holds the nodes of four levels: sixteen next to each other and the eight, four and two above them. A proof then
// reads one row for four levels, and a block that appends leaves rewrites few rows.
import type { Value } from "../connection.ts";

/** Levels of a page. */
export const PAGE_LEVELS = 4;
/** Nodes of its lowest level. */
export const PAGE_WIDTH = 16;
/** Where each level of a page begins among its nodes. */
const LEVEL_START = [0, 16, 24, 28] as const;
const NODES = 30;
/** Pages of one row of pages are numbered from a multiple of this: no tree has as many. */
const ROW_SIZE = 2 ** 40;
/** A mask of the nodes that are there, then one of nullified leaves. */
const HEADER = 4 + 2;
const HASH = 32;

/** Rows of pages that a tree of this height has. */
export function pageRows(height: number): number {
  return Math.ceil(height / PAGE_LEVELS);
}

/** The number under which a page is stored: row 0 holds the leaves. */
export function pageNumber(row: number, position: number): number {
  return row * ROW_SIZE + position;
}

/** The leaf page of a page number; only for row 0. */
export function firstLeafOf(page: number): number {
  return page * PAGE_WIDTH;
}

/** The page a node is in, and its place there. */
export function placeOf(
  level: number,
  position: number,
): { readonly page: number; readonly slot: number } {
  const row = Math.floor(level / PAGE_LEVELS);
  const width = PAGE_WIDTH >> (level % PAGE_LEVELS);
  return {
    page: pageNumber(row, Math.floor(position / width)),
    slot: LEVEL_START[level % PAGE_LEVELS]! + (position % width),
  };
}

/** The pages that hold the path of a leaf, from its own to the top one. */
export function pagesOfPath(height: number, leafIndex: number): number[] {
  return Array.from({ length: pageRows(height) }, (_, row) =>
    pageNumber(row, Math.floor(leafIndex / PAGE_WIDTH ** (row + 1))),
  );
}

export class TreePage {
  /** Null where nothing was ever written: then it is the zero hash of its level. */
  readonly nodes: (Uint8Array | null)[];
  /** A bit for each leaf of a state tree that has been nullified. */
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

  isNullified(slot: number): boolean {
    return (this.nullified & (1 << slot)) !== 0;
  }

  setNullified(slot: number, nullified: boolean): void {
    if (nullified) this.nullified |= 1 << slot;
    else this.nullified &= ~(1 << slot);
  }
}
