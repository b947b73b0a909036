import type { Address } from "../../../domain/values.ts";
import type { Reading } from "../../connection.ts";
import { inChunks, padded, textsByCount } from "../../inLists.ts";
import { type MaybePromise, whenAll } from "../../maybePromise.ts";
import { StoredPage } from "./storedPage.ts";

const pagesSql = textsByCount(
  (numbers) =>
    `select page, content from tree_pages where tree = ? and page in (${numbers})`,
);

/** The pages of a tree with these distinct numbers; pages that are not stored are omitted. */
export function readPages(
  reading: Reading,
  tree: Address,
  pages: readonly number[],
): MaybePromise<Map<number, StoredPage>> {
  const chunks = inChunks(pages).map((chunk) => {
    const asked = padded(chunk, -1);
    return reading.all(pagesSql(asked), [tree, ...asked]);
  });
  return whenAll(chunks, (rows) => {
    const found = new Map<number, StoredPage>();
    for (const [page, content] of rows.flat())
      found.set(page as number, new StoredPage(content!));
    return found;
  });
}
