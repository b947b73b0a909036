import { Chunks } from "../../../render/text.ts";
import type { Reading } from "../../connection.ts";
import type { MaybePromise, Page, PageRequest } from "../../page.ts";

/** Reads what comes after a position of the page that was asked for. */
export type ReadPart = (
  after: PageRequest["after"],
  limit: number,
) => MaybePromise<Page>;

/** Items that are read at once, however long they are. */
const FIRST_CHUNK = 100;
/** As long as a string may be to live among others: longer ones V8 keeps apart, in memory fetched for each. */
const CHUNK_CHARACTERS = 96 * 1024;

/** A page in one piece, or in several where asking costs nothing and it may be large. */
export function readWhole(
  { dialect }: Reading,
  { after, limit }: Pick<PageRequest, "after" | "limit">,
  read: ReadPart,
  separator = ",",
): MaybePromise<Page> {
  return dialect.atOnce && limit > FIRST_CHUNK
    ? readInChunks(after, limit, read as ReadAtOnce, separator)
    : read(after, limit);
}

type ReadAtOnce = (...part: Parameters<ReadPart>) => Page;

/** One after the other without a pause, so that all of them are of one snapshot. */
function readInChunks(
  start: PageRequest["after"],
  limit: number,
  read: ReadAtOnce,
  separator: string,
): Page {
  const chunks: string[] = [];
  let after = start;
  let count = 0;
  let most = FIRST_CHUNK;
  for (;;) {
    const page = read(after, Math.min(most, limit - count));
    const items = page.items as string;
    if (page.count > 0) chunks.push(...(count > 0 ? [separator] : []), items);
    count += page.count;
    after = page.cursor;
    if (after === null || count === limit)
      return count === page.count
        ? page
        : { ...page, items: new Chunks(chunks), count };
    most = Math.ceil((CHUNK_CHARACTERS * page.count) / items.length);
  }
}
