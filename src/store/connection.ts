import type { Dialect } from "./dialect.ts";
import type { MaybePromise, Page } from "./page.ts";
import type { PageQuery } from "./pageCache/pageCache.ts";
import type { Table } from "./schema/tables.ts";

export type Value = Uint8Array | string | number | null;
/** Values in the order of the select list, or of the table's columns. */
export type Row = readonly Value[];

/** What a reader may do. Statements are prepared once per text. */
export interface Reading {
  readonly dialect: Dialect;
  all(sql: string, params: readonly Value[]): MaybePromise<readonly Row[]>;
  /** Runs several statements on one snapshot. Missing on what reads one snapshot already. */
  snapshot?<T>(work: (reading: Reading) => Promise<T>): Promise<T>;
  /** The page from the cache, else from `read`. Missing where there is no page cache. */
  cached?(asked: PageQuery, read: () => Page): Page;
}

/** One connection that may change the store. Rows are written in sets, so that each engine can use its fastest way. */
export interface Connection extends Reading {
  /** Rows of a large batch to collect before writing them, while the rest is still being made. */
  readonly rowsAhead: number;
  run(sql: string, params?: readonly Value[]): MaybePromise<void>;
  /** The rows with these keys that exist, in no particular order. */
  findMany(table: Table, keys: readonly Row[]): MaybePromise<readonly Row[]>;
  /** Inserts rows, or replaces the ones with the same key. */
  upsertMany(table: Table, rows: readonly Row[]): MaybePromise<void>;
  deleteMany(table: Table, keys: readonly Row[]): MaybePromise<void>;
  /** All of `work` or nothing of it. */
  transaction<T>(work: () => MaybePromise<T>): Promise<T>;
  close(): MaybePromise<void>;
}
