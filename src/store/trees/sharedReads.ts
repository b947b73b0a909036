import { encodeBase58 } from "../../codecs/base58.ts";
import type { Reading } from "../connection.ts";
import type { FoundTrees } from "./findMerkleTrees.ts";
import type { TreePage } from "./treePage.ts";

/** What proofs read again and again while the store does not change: the trees, and the pages above the leaves. */
export interface SharedReads {
  readonly version: number;
  /** By the keys asked for. */
  readonly trees: Map<string, FoundTrees>;
  /** By tree and number; null for pages that are not stored. */
  readonly pages: Map<string, TreePage | null>;
}

/** About 8 MB of pages for each connection. */
const MAX_PAGES = 2_000;
const MAX_TREES = 200;

const reads = new WeakMap<Reading, SharedReads>();

/** Null where a change of the store would not be noticed. */
export function sharedReads(reading: Reading): SharedReads | null {
  const version = reading.version?.();
  if (version === undefined) return null;
  let shared = reads.get(reading);
  if (shared?.version !== version) {
    shared = { version, trees: new Map(), pages: new Map() };
    reads.set(reading, shared);
  }
  return shared;
}

export function shareTrees(
  { trees }: SharedReads,
  name: string,
  found: FoundTrees,
): void {
  if (trees.size < MAX_TREES) trees.set(name, found);
}

export function sharePage(
  { pages }: SharedReads,
  name: string,
  page: TreePage | null,
): void {
  if (pages.size >= MAX_PAGES) return;
  pages.set(name, page);
  for (const node of page?.nodes ?? []) if (node) texts.set(node, "");
}

/** The text of each shared node, empty until it is asked for. */
const texts = new WeakMap<Uint8Array, string>();

/** A node in base58; shared nodes are encoded once. */
export function textOfNode(node: Uint8Array): string {
  const known = texts.get(node);
  if (known) return known;
  const text = encodeBase58(node);
  if (known === "") texts.set(node, text);
  return text;
}

/** Nodes that never change. */
export function shareTexts(nodes: readonly Uint8Array[]): void {
  for (const node of nodes) texts.set(node, "");
}
