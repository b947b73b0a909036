import { Pieces } from "../../render/text.ts";
import type { Reading, Row, Value } from "../connection.ts";
import type { Dialect, Direction } from "../dialect.ts";
import { parseTrees, treesColumn } from "../knownTrees.ts";
import type { MaybePromise, Page, PageRequest } from "../page.ts";
import type { Table } from "../tables.ts";

export interface Pages<Request = PageRequest> {
  page(
    reading: Reading,
    request: Request,
    options?: PageOptions,
  ): MaybePromise<Page>;
}

export interface PageOptions {
  /** What stands between the items; a comma unless they will be taken apart again. */
  readonly separator?: string;
  /** Further conditions on a row, each beginning with "and", and their values. */
  readonly where?: string;
  readonly values?: readonly Value[];
}

type UnkeyedRequest = Omit<PageRequest, "key">;

/** A list says its table and its direction; the page query follows from that. */
export function definePages(table: Table, direction: Direction): Pages {
  const sqlFor = pageStatements(table, direction);
  return {
    page(reading, request, options = {}) {
      const { key, withTrees = false } = request;
      const { values = [], separator } = options;
      const sql = sqlFor(reading.dialect, options, withTrees);
      const read: ReadPart = ({ lower, upper }, limit) =>
        readPage(reading, sql, limit, [key, lower, upper, ...values, limit]);
      return readAll(reading, request, { direction, separator }, read);
    },
  };
}

/** A list that belongs to nobody in particular. */
export function defineUnkeyedPages(
  table: Table,
  direction: Direction,
): Pages<UnkeyedRequest> {
  const sqlFor = pageStatements(table, direction);
  return {
    page(reading, request) {
      const sql = sqlFor(reading.dialect, {}, false);
      const read: ReadPart = ({ lower, upper }, limit) =>
        readPage(reading, sql, limit, [lower, upper, limit]);
      return readAll(reading, request, { direction }, read);
    },
  };
}

/** Spells each statement once: preparing is remembered by text, and equal text must not be built per request. */
function pageStatements(table: Table, direction: Direction) {
  const spelled = new Map<string, string>();
  return (
    dialect: Dialect,
    { separator = ",", where = "" }: PageOptions,
    withTrees: boolean,
  ) => {
    const id = dialect.name + separator + String(withTrees) + where;
    let sql = spelled.get(id);
    if (!sql) {
      const trees = withTrees ? `, ${treesColumn(dialect)}` : "";
      sql = pageSql(dialect, table, direction, separator, where, trees);
      spelled.set(id, sql);
    }
    return sql;
  };
}

/** One statement reads the indexed slot and the page, so that they agree; the engine joins the items. */
function pageSql(
  dialect: Dialect,
  table: Table,
  direction: Direction,
  separator: string,
  where: string,
  trees: string,
): string {
  const keyed = "key" in table.columns ? "key = ? and" : "";
  return dialect.placeholders(
    `select (select coalesce(max(slot), 0) from blocks), count(*), ${dialect.lastPosition(direction)}, string_agg(item, '${separator}')${trees}
     from (select position, item from ${table.name}
           where ${keyed} position > ? and position < ? ${where}
           order by position ${direction} ${dialect.limit}) as page`,
  );
}

/** Above every position: the longest has 72 bytes. */
export const END = new Uint8Array(73).fill(0xff);
const START = new Uint8Array(0);

/** Positions between these two, without them. */
interface Interval {
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
}

/** The positions a page may come from. */
export function bounds(
  { after, prefix }: UnkeyedRequest,
  direction: Direction,
): Interval {
  const lower = prefix ?? START;
  const upper = prefix ? firstAfterPrefix(prefix) : END;
  if (!after) return { lower, upper };
  return direction === "asc"
    ? { lower: Buffer.compare(after, lower) > 0 ? after : lower, upper }
    : { lower, upper: after };
}

/** The smallest bytes above everything that starts with `prefix`. */
function firstAfterPrefix(prefix: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(prefix);
  for (let i = bytes.length - 1; i >= 0; i--) {
    if (bytes[i] !== 0xff) {
      bytes[i]! += 1;
      return bytes.subarray(0, i + 1);
    }
  }
  return END;
}

type ReadPart = (within: Interval, limit: number) => MaybePromise<Page>;

interface Order {
  readonly direction: Direction;
  readonly separator?: string | undefined;
}

/** Items that are read at once, however long they are. */
const FIRST_PIECE = 100;
/** As long as a string may be to live among others: longer ones V8 keeps apart, in memory fetched for each. */
const PIECE_CHARACTERS = 96 * 1024;

function readAll(
  { dialect }: Reading,
  request: UnkeyedRequest,
  order: Order,
  read: ReadPart,
): MaybePromise<Page> {
  const interval = bounds(request, order.direction);
  return dialect.atOnce && request.limit > FIRST_PIECE
    ? readInPieces(interval, request.limit, order, read as ReadAtOnce)
    : read(interval, request.limit);
}

type ReadAtOnce = (...part: Parameters<ReadPart>) => Page;

/** One after the other without a pause, so that all of them are of one snapshot. */
function readInPieces(
  interval: Interval,
  limit: number,
  { direction, separator = "," }: Order,
  read: ReadAtOnce,
): Page {
  const pieces: string[] = [];
  let rest = interval;
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

function readPage(
  reading: Reading,
  sql: string,
  limit: number,
  values: readonly Value[],
): MaybePromise<Page> {
  const rows = reading.recall
    ? reading.recall(sql, values)
    : reading.all(sql, values);
  return rows instanceof Promise
    ? rows.then((answered) => rowToPage(answered[0]!, limit))
    : rowToPage(rows[0]!, limit);
}

function rowToPage(row: Row, limit: number): Page {
  const count = row[1] as number;
  const full = count === limit && limit > 0;
  return {
    slot: row[0] as number,
    items: (row[3] as string | null) ?? "",
    count,
    cursor: full ? (row[2] as Uint8Array) : null,
    trees: row.length > 4 ? parseTrees(row[4] as string | null) : null,
  };
}
