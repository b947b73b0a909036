import type { Address } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import { inChunks, padded, placeholdersFor } from "../inLists.ts";
import { TreePage } from "./treePage.ts";

/** The pages of a tree with these numbers; pages that are not stored are omitted. */
export async function readPages(
  reading: Reading,
  tree: Address,
  pages: Iterable<number>,
): Promise<Map<number, TreePage>> {
  const found = new Map<number, TreePage>();
  for (const chunk of inChunks([...new Set(pages)])) {
    const asked = padded(chunk, -1);
    const rows = await reading.all(
      `select page, content from tree_pages where tree = ? and page in (${placeholdersFor(asked)})`,
      [tree, ...asked],
    );
    for (const [page, content] of rows)
      found.set(page as number, TreePage.decode(content!));
  }
  return found;
}
