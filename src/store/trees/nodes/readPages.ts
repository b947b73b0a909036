import type { Address } from "../../../domain/values.ts";
import type { Reading } from "../../connection.ts";
import { inChunks, padded, textsByCount } from "../../inLists.ts";
import { StoredPage } from "./storedPage.ts";

const pagesSql = textsByCount(
  (numbers) =>
    `select page, content from tree_pages where tree = ? and page in (${numbers})`,
);

/** The pages of a tree with these numbers; pages that are not stored are omitted. */
export async function readPages(
  reading: Reading,
  tree: Address,
  pages: Iterable<number>,
): Promise<Map<number, StoredPage>> {
  const found = new Map<number, StoredPage>();
  for (const chunk of inChunks([...new Set(pages)])) {
    const asked = padded(chunk, -1);
    const rows = await reading.all(pagesSql(asked), [tree, ...asked]);
    for (const [page, content] of rows)
      found.set(page as number, new StoredPage(content!));
  }
  return found;
}
