import { setImmediate as nextTurn } from "node:timers/promises";
import { Chunks } from "../../../render/text.ts";
import type { Reading } from "../../connection.ts";
import type { MaybePromise } from "../../maybePromise.ts";
import type { Page, PageRequest } from "../../page.ts";
import { STEP_CHARACTERS } from "../inSteps.ts";

/** Reads the next chunk of the page, after a position. */
export type ReadPart = (
  after: PageRequest["after"],
  limit: number,
) => MaybePromise<Page>;

/** Items to read at once if their length is unknown. */
const FIRST_CHUNK = 100;
/** Target length of a chunk. V8 allocates larger strings separately, which is slow. */
const CHUNK_CHARACTERS = 96 * 1024;
/** A page of this length is read within a few milliseconds. */
const MAX_AT_ONCE = 2 * 2 ** 20;

/**
 * Reads a page at once, or in chunks if it may be large and statements need no round trip. `readFrom` reads one chunk.
 */
export function readWhole(
  reading: Reading,
  { after, limit }: Pick<PageRequest, "after" | "limit">,
  readFrom: (reading: Reading) => ReadPart,
  separator = ",",
): MaybePromise<Page> {
  if (!reading.dialect.atOnce || limit <= FIRST_CHUNK)
    return readFrom(reading)(after, limit);
  const chunksFrom = (from: Reading) =>
    readInChunks(after, limit, readFrom(from) as ReadAtOnce, separator);
  const page = readAtOnce(chunksFrom(reading));
  if (page) return page;
  const inSteps = (snapshot: Reading) => readInSteps(chunksFrom(snapshot));
  return reading.snapshot ? reading.snapshot(inSteps) : inSteps(reading);
}

type ReadAtOnce = (...part: Parameters<ReadPart>) => Page;
/** Yields the number of characters so far after each chunk. */
type PageInChunks = Generator<number, Page>;

/** Reads all chunks in one tick, so that they are from one snapshot. Null if the page is too large for that. */
function readAtOnce(chunks: PageInChunks): Page | null {
  for (;;) {
    const { done, value } = chunks.next();
    if (done) return value;
    if (value > MAX_AT_ONCE) return null;
  }
}

async function readInSteps(chunks: PageInChunks): Promise<Page> {
  for (let before = 0; ;) {
    const { done, value } = chunks.next();
    if (done) return value;
    if (value - before < STEP_CHARACTERS) continue;
    before = value;
    await nextTurn();
  }
}

function* readInChunks(
  start: PageRequest["after"],
  limit: number,
  read: ReadAtOnce,
  separator: string,
): PageInChunks {
  const chunks: string[] = [];
  let characters = 0;
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
    characters += items.length;
    yield characters;
  }
}
