import { TreeType } from "../../../domain/tree.ts";
import { PAGE_WIDTH, type TreePage } from "./treePage.ts";
import type { PageSet } from "./pageSet.ts";

/** A change to one leaf of a leaf page. */
export interface LeafEdit {
  readonly leafIndex: number;
  readonly apply: (page: TreePage, slot: number) => void;
}

export function setLeaf(leafIndex: number, hash: Uint8Array | null): LeafEdit {
  const apply: LeafEdit["apply"] = ({ nodes }, slot) => {
    nodes[slot] = hash;
  };
  return { leafIndex, apply };
}

/** Empties a leaf if it has this hash; another account may have taken the leaf since. */
export function clearLeaf(leafIndex: number, hash: Uint8Array): LeafEdit {
  const apply: LeafEdit["apply"] = ({ nodes }, slot) => {
    const found = nodes[slot];
    if (found && Buffer.compare(found, hash) === 0) nodes[slot] = null;
  };
  return { leafIndex, apply };
}

export function markNullified(leafIndex: number, nullified: boolean): LeafEdit {
  const apply: LeafEdit["apply"] = (page, slot) => {
    page.setNullified(slot, nullified);
  };
  return { leafIndex, apply };
}

/** In V2 trees the nullifier replaces the hash; an undo restores the hash. */
export function replaceLeaf(
  leafIndex: number,
  hash: Uint8Array,
  nullified: boolean,
): LeafEdit {
  const apply: LeafEdit["apply"] = (page, slot) => {
    page.nodes[slot] = hash;
    page.setNullified(slot, nullified);
  };
  return { leafIndex, apply };
}

export function leafPageOf(leafIndex: number): number {
  return Math.floor(leafIndex / PAGE_WIDTH);
}

/** Applies edits to loaded pages. */
export function applyEdits(pages: PageSet, edits: readonly LeafEdit[]): void {
  for (const { leafIndex, apply } of edits)
    apply(pages.change(leafPageOf(leafIndex)), leafIndex % PAGE_WIDTH);
}

/**
 * The leaf of the current tree. A nullified leaf of a V1 tree is empty. In a V2 tree, accounts count once their batch
 * is appended, and nullifiers at once.
 */
export function valueOfLeaf(
  page: Pick<TreePage, "node" | "isNullified">,
  type: TreeType,
  leafIndex: number,
  appendedLeaves: number,
): Uint8Array | null {
  const slot = leafIndex % PAGE_WIDTH;
  const entry = page.node(slot);
  const nullified = page.isNullified(slot);
  if (type === TreeType.StateV1) return nullified ? null : entry;
  if (type === TreeType.StateV2)
    return nullified || leafIndex < appendedLeaves ? entry : null;
  return entry;
}
