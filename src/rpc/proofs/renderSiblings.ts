import { encodeBase58 } from "../../codecs/base58.ts";
import { zeroHashes } from "../../codecs/hashing/zeroHashes.ts";
import type { MerklePath } from "../../store/trees/proofs/merklePath.ts";
import {
  EMPTY_PAGE,
  type StoredPage,
} from "../../store/trees/nodes/storedPage.ts";
import { PAGE_LEVELS } from "../../store/trees/nodes/treePage.ts";

const SEPARATOR = '","';
const zeroTexts = zeroHashes.map(encodeBase58);

/** The texts of a page's siblings, by the slot at which a path enters it. Pages above the leaves are on many paths. */
const texts = new WeakMap<StoredPage, string[]>();

/** The siblings of a path as a JSON array. Joining gives flat strings, which are sent faster than nested ones. */
export function renderSiblings(path: MerklePath): string {
  const parts = [renderLevels(path, 0)];
  for (let row = 1; row * PAGE_LEVELS < path.height; row++)
    parts.push(textAbove(path, row));
  return `["${parts.join(SEPARATOR)}"]`;
}

function textAbove(path: MerklePath, row: number): string {
  const page = path.pages[row]!;
  // It stands for pages in any row.
  if (page === EMPTY_PAGE) return renderLevels(path, row);
  let known = texts.get(page);
  if (!known) texts.set(page, (known = []));
  return (known[path.slotIn(row)] ??= renderLevels(path, row));
}

function renderLevels(path: MerklePath, row: number): string {
  const first = row * PAGE_LEVELS;
  const end = Math.min(first + PAGE_LEVELS, path.height);
  const siblings: string[] = [];
  for (let level = first; level < end; level++)
    siblings.push(renderSibling(path, level));
  return siblings.join(SEPARATOR);
}

function renderSibling(path: MerklePath, level: number): string {
  const sibling = path.sibling(level);
  return sibling === zeroHashes[level]
    ? zeroTexts[level]!
    : encodeBase58(sibling);
}
