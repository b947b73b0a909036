import type { Reading } from "./connection.ts";
import type { ReadyIndexes } from "./filterIndexes/readiness.ts";
import type { MaybePromise } from "./page.ts";

/** What a method reads from. A single statement is its own snapshot. */
export interface Reader extends Reading {
  /** Several statements that must see the same state. */
  snapshot<T>(work: (reading: Reading) => Promise<T>): Promise<T>;
  /** The same, for a caller who may lose interest: what then still runs is cancelled. Missing where nothing runs for long. */
  until?(signal: AbortSignal): Reader;
  /** How often the page cache had the rows. Missing where there is no page cache. */
  pageCacheHits?(): number;
  /** What a page has shown to be broken in the store's file, until the process ends. Missing where a server answers for it. */
  damage?(): string | null;
  /** What is known of the store's filter indexes. */
  readonly readyIndexes: ReadyIndexes;
  close(): MaybePromise<void>;
}
