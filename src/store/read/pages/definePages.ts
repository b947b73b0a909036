import type { Reading, Value } from "../../connection.ts";
import type { Dialect, Direction, ReadRows } from "../../dialect.ts";
import { parseTrees, treesColumn } from "../knownTrees.ts";
import { andThen, type MaybePromise } from "../../maybePromise.ts";
import type { Page, PageRequest } from "../../page.ts";
import { NO_KEY } from "../../changeLog/lists.ts";
import type { PageQuery } from "../../pageCache/pageCache.ts";
import type { Table } from "../../schema/tables.ts";
import { type ReadPart, readWhole } from "./inChunks.ts";

export interface Pages<Request = PageRequest> {
  page(
    reading: Reading,
    request: Request,
    options?: PageOptions,
  ): MaybePromise<Page>;
}

export interface PageOptions {
  /** Separator of the items: a comma, unless the items will be split again. */
  readonly separator?: string;
  /** Further conditions, each beginning with "and", and their values. */
  readonly where?: string;
  readonly values?: readonly Value[];
  /** A count computed in the page's own statement. The page is valid only if it is not 0. */
  readonly onlyIf?: {
    readonly sql: string;
    readonly values: readonly Value[];
  };
}

type UnkeyedRequest = Omit<PageRequest, "key">;

/** Derives the page query of a list from its table and direction. */
export function definePages(table: Table, direction: Direction): Pages {
  const sqlFor = pageStatements(table, direction);
  return {
    page(reading, request, options = {}) {
      const { key, prefix, withTrees = false } = request;
      const { values = [], separator = ",", where, onlyIf } = options;
      const ownRows = !withTrees && !where && !onlyIf;
      const sql = sqlFor(reading.dialect, options, withTrees);
      const readFrom =
        (from: Reading): ReadPart =>
        (after, limit) => {
          const { lower, upper } = bounds(after, prefix, direction);
          const params = [key, lower, upper, ...values, limit];
          if (onlyIf) params.unshift(...onlyIf.values);
          const within = ownRows
            ? { table, key, direction, lower, upper }
            : null;
          const asked = { sql, values: params, separator, within };
          return readPage(from, limit, asked, withTrees);
        };
      return readWhole(reading, request, readFrom, separator);
    },
  };
}

/** The same for a list without a key. */
export function defineUnkeyedPages(
  table: Table,
  direction: Direction,
): Pages<UnkeyedRequest> {
  const sqlFor = pageStatements(table, direction);
  return {
    page(reading, request) {
      const { prefix } = request;
      const sql = sqlFor(reading.dialect, {}, false);
      return readWhole(reading, request, (from) => (after, limit) => {
        const { lower, upper } = bounds(after, prefix, direction);
        const values = [lower, upper, limit];
        const within = { table, key: NO_KEY, direction, lower, upper };
        const asked = { sql, values, separator: ",", within };
        return readPage(from, limit, asked);
      });
    },
  };
}

/** Builds each statement once: prepared statements are cached by text, which should not be rebuilt for each request. */
function pageStatements(table: Table, direction: Direction) {
  const spelled = new Map<string, string>();
  return (
    dialect: Dialect,
    { separator = ",", where = "", onlyIf }: PageOptions,
    withTrees: boolean,
  ) => {
    const conditions = where + (onlyIf?.sql ?? "");
    const id = dialect.name + separator + String(withTrees) + conditions;
    let sql = spelled.get(id);
    if (!sql) {
      const columns = [
        ...(withTrees ? [treesColumn(dialect)] : []),
        ...(onlyIf ? [`(${onlyIf.sql})`] : []),
      ];
      const rows = rowsSql(dialect, table, direction, where);
      const page = { sql: rows, direction, separator };
      sql = dialect.pageSql(page, columns);
      spelled.set(id, sql);
    }
    return sql;
  };
}

function rowsSql(
  { limit }: Dialect,
  table: Table,
  direction: Direction,
  where: string,
): string {
  const keyed = "key" in table.columns ? "key = ? and" : "";
  return `select position, item from ${table.name}
     where ${keyed} position > ? and position < ? ${where}
     order by position ${direction} ${limit}`;
}

/** Greater than every position: the longest has 72 bytes. */
export const END = new Uint8Array(73).fill(0xff);
const START = new Uint8Array(0);

/** The open interval of positions to read the page from. */
function bounds(
  after: PageRequest["after"],
  prefix: PageRequest["prefix"] | undefined,
  direction: Direction,
): { lower: Uint8Array; upper: Uint8Array } {
  const lower = prefix ?? START;
  const upper = prefix ? firstAfterPrefix(prefix) : END;
  if (!after) return { lower, upper };
  return direction === "asc"
    ? { lower: Buffer.compare(after, lower) > 0 ? after : lower, upper }
    : { lower, upper: after };
}

/** The smallest bytes above everything that starts with `prefix`. */
export function firstAfterPrefix(prefix: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(prefix);
  for (let i = bytes.length - 1; i >= 0; i--) {
    if (bytes[i] !== 0xff) {
      bytes[i]! += 1;
      return bytes.subarray(0, i + 1);
    }
  }
  return END;
}

export function readPage(
  reading: Reading,
  limit: number,
  asked: PageQuery,
  withTrees = false,
): MaybePromise<Page> {
  const read = (from: Reading): MaybePromise<Page> =>
    andThen(readRows(from, asked), (rows) => toPage(rows, limit, withTrees));
  return reading.cached ? reading.cached(asked, read) : read(reading);
}

function readRows(
  reading: Reading,
  { sql, values, separator }: PageQuery,
): MaybePromise<ReadRows> {
  if (reading.page) return reading.page(sql, values, separator);
  const { dialect } = reading;
  return andThen(reading.all(sql, values), (rows) =>
    dialect.pageOf(rows, separator),
  );
}

function toPage(rows: ReadRows, limit: number, withTrees: boolean): Page {
  const { slot, items, count, last, columns } = rows;
  const full = count === limit && limit > 0;
  const condition = columns[withTrees ? 1 : 0];
  return {
    slot,
    items,
    count,
    cursor: full ? last : null,
    trees: withTrees ? parseTrees(columns[0] as string | null) : null,
    conditionMet: condition === undefined || Number(condition) !== 0,
  };
}
