import type { Dialect, ReadRows } from "./dialect.ts";
import type { MaybePromise } from "./maybePromise.ts";
import type { Page } from "./page.ts";
import type { PageQuery } from "./pageCache/pageCache.ts";
import type { Table } from "./schema/tables.ts";
import type { SharedPages } from "./trees/nodes/sharedPages.ts";

export type Value = Uint8Array | string | number | null;
/** Values in the order of the select list, or of the table's columns. */
export type Row = readonly Value[];

export type ReadFrom = (reading: Reading) => MaybePromise<Page>;

/** Read access to a store. Each statement text is prepared once. */
export interface Reading {
  readonly dialect: Dialect;
  /** `?` stands for a parameter, on both engines. */
  all(sql: string, params: readonly Value[]): MaybePromise<readonly Row[]>;
  /** Reads the rows of a page without creating a value for each. Missing where `all` does. */
  page?(
    sql: string,
    params: readonly Value[],
    separator: string,
  ): MaybePromise<ReadRows>;
  /** Runs several statements on one snapshot. Missing on what reads one snapshot already. */
  snapshot?<T>(work: (reading: Reading) => Promise<T>): Promise<T>;
  /** The page from the cache, else from `read`. Absent without a page cache. */
  cached?(asked: PageQuery, read: ReadFrom): MaybePromise<Page>;
  /** Differs after any change of the store. Missing where that takes a round trip. */
  version?(): number;
  /** Pages of Merkle trees from earlier reads. Missing where they are not kept. */
  readonly sharedPages?: SharedPages;
}

/** A connection that may change the store. Rows are written in sets, so that each engine can use its fastest method. */
export interface Connection extends Reading {
  /** Rows of a large batch to collect before writing them, while the rest is still being computed. */
  readonly rowsAhead: number;
  run(sql: string, params?: readonly Value[]): MaybePromise<void>;
  /** The rows with these keys that exist, in no particular order. */
  findMany(table: Table, keys: readonly Row[]): MaybePromise<readonly Row[]>;
  /** Inserts rows, or replaces the ones with the same key. */
  upsertMany(table: Table, rows: readonly Row[]): MaybePromise<void>;
  /** Inserts rows that do not exist. Faster than `upsertMany`, and the same if some do. */
  insertMany(table: Table, rows: readonly Row[]): MaybePromise<void>;
  deleteMany(table: Table, keys: readonly Row[]): MaybePromise<void>;
  /** Sends the rows so far, so that the database merges them meanwhile. Missing where rows are written at once. */
  send?(): MaybePromise<void>;
  /** Runs `work` in a transaction. */
  transaction<T>(work: () => MaybePromise<T>): Promise<T>;
  close(): MaybePromise<void>;
}
