import { Chunks } from "../../../render/text.ts";
import type { Reading } from "../../connection.ts";
import type { MaybePromise, Page, PageRequest } from "../../page.ts";

/** Reads the next chunk of the page, after a position. */
export type ReadPart = (
  after: PageRequest["after"],
  limit: number,
) => MaybePromise<Page>;

/** Items to read at once if their length is unknown. */
const FIRST_CHUNK = 100;
/** Target length of a chunk. V8 allocates larger strings separately, which is slow. */
const CHUNK_CHARACTERS = 96 * 1024;

/** Reads a page at once, or in chunks if it may be large and statements need no round trip. */
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

/** Reads the chunks without yielding, so that all of them are from one snapshot. */
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
