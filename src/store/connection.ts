import type { Dialect } from "./dialect.ts";
import type { MaybePromise, Page } from "./page.ts";
import type { PageQuery } from "./pageCache/pageCache.ts";
import type { Table } from "./schema/tables.ts";

export type Value = Uint8Array | string | number | null;
/** Values in the order of the select list, or of the table's columns. */
export type Row = readonly Value[];

/** Asks; what a reader may do. Statements are prepared once per text. */
export interface Reading {
  readonly dialect: Dialect;
  all(sql: string, params: readonly Value[]): MaybePromise<readonly Row[]>;
  /** What `read` gives, or memory has where it has not changed. Missing where nothing is kept. */
  cached?(asked: PageQuery, read: () => Page): Page;
}

/** One connection that may change the store. Whole sets of rows at a time, so that each engine can do it its own fast way. */
export interface Connection extends Reading {
  /** So many rows of a large batch are worth writing before the rest is made. */
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
