import { mapKey } from "../../codecs/bytes.ts";
import type { Address } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import { inChunks, padded, placeholdersFor } from "../inLists.ts";
import { sharedReads, sharePage } from "./sharedReads.ts";
import { pageNumber, TreePage } from "./treePage.ts";

/** Pages below this number have leaves. Most of them are on few paths, so they are not shared. */
const ABOVE_LEAVES = pageNumber(1, 0);

/** The pages of a tree with these numbers; pages that are not stored are omitted. */
export async function readPages(
  reading: Reading,
  tree: Address,
  pages: Iterable<number>,
): Promise<Map<number, TreePage>> {
  const wanted = new Set(pages);
  const found = new Map<number, TreePage>();
  const shared = sharedReads(reading);
  const prefix = shared ? mapKey(tree) : "";
  if (shared)
    for (const page of wanted) {
      const known = shared.pages.get(prefix + String(page));
      if (known === undefined) continue;
      wanted.delete(page);
      if (known) found.set(page, known);
    }
  for (const chunk of inChunks([...wanted])) {
    const asked = padded(chunk, -1);
    const rows = await reading.all(
      `select page, content from tree_pages where tree = ? and page in (${placeholdersFor(asked)})`,
      [tree, ...asked],
    );
    for (const [page, content] of rows)
      found.set(page as number, TreePage.decode(content!));
  }
  if (shared)
    for (const page of wanted)
      if (page >= ABOVE_LEAVES)
        sharePage(shared, prefix + String(page), found.get(page) ?? null);
  return found;
}
