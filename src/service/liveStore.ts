import type { Health } from "../ingest/health.ts";
import type { Store } from "../store/open.ts";

/** A store to answer requests from, with the indexer that keeps it up to date, if there is one. */
export interface LiveStore {
  readonly url: string;
  readonly health: Health;
  /** The store as this process has opened it; null if only the indexer has. */
  readonly opened: Store | null;
  /** Calls back after blocks have been written by this service's own indexer, if it has one. */
  onBlocks(listener: () => void): void;
  /** Resolves when the indexer stops writing, because it is done or because it failed. */
  readonly finished: Promise<unknown>;
  /** Reports the URL at which requests are answered, or null. Indexing of a live chain starts then. */
  begin(base: string | null): Promise<void>;
  /** Call it when nothing reads any more: the last connection to close must be a writer, which removes the SQLite log. Rejects with the reason why indexing failed. */
  close(): Promise<unknown>;
}
