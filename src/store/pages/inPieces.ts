import { Pieces } from "../../render/text.ts";
import type { Reading } from "../connection.ts";
import type { Direction } from "../dialect.ts";
import type { MaybePromise, Page } from "../page.ts";

/** Positions between these two, without them. */
export interface Interval {
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
}

export type ReadPart = (within: Interval, limit: number) => MaybePromise<Page>;

interface Order {
  readonly direction: Direction;
  readonly separator?: string | undefined;
}

/** Items that are read at once, however long they are. */
const FIRST_PIECE = 100;
/** As long as a string may be to live among others: longer ones V8 keeps apart, in memory fetched for each. */
const PIECE_CHARACTERS = 96 * 1024;

/** A page in one piece, or in several where asking costs nothing and it may be large. */
export function readWhole(
  { dialect }: Reading,
  within: Interval,
  limit: number,
  order: Order,
  read: ReadPart,
): MaybePromise<Page> {
  return dialect.atOnce && limit > FIRST_PIECE
    ? readInPieces(within, limit, order, read as ReadAtOnce)
    : read(within, limit);
}

type ReadAtOnce = (...part: Parameters<ReadPart>) => Page;

/** One after the other without a pause, so that all of them are of one snapshot. */
function readInPieces(
  within: Interval,
  limit: number,
  { direction, separator = "," }: Order,
  read: ReadAtOnce,
): Page {
  const pieces: string[] = [];
  let rest = within;
  let count = 0;
  let most = FIRST_PIECE;
  for (;;) {
    const page = read(rest, Math.min(most, limit - count));
    const items = page.items as string;
    if (page.count > 0) pieces.push(...(count > 0 ? [separator] : []), items);
    count += page.count;
    const { cursor } = page;
    if (cursor === null || count === limit)
      return count === page.count
        ? page
        : { ...page, items: new Pieces(pieces), count };
    most = Math.ceil((PIECE_CHARACTERS * page.count) / items.length);
    rest =
      direction === "asc"
        ? { ...rest, lower: cursor }
        : { ...rest, upper: cursor };
  }
}
