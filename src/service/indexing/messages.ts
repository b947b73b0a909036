import type { HealthState } from "../../ingest/health.ts";
import type { IndexingFacts } from "../../serve/indexingFacts.ts";
import type { Reporter } from "../reporter.ts";

/** From the indexer to the thread that started it. */
export type IndexerMessage =
  | { readonly kind: "opened"; readonly url: string }
  | { readonly kind: "status"; readonly status: IndexerStatus }
  | { readonly kind: "report"; readonly call: ReporterCall }
  /** It does not write any more. */
  | { readonly kind: "finished" }
  /** The last message: why it failed, or null if it did what was asked. */
  | { readonly kind: "ended"; readonly why: string | null };

export interface IndexerStatus {
  readonly facts: IndexingFacts;
  readonly health: HealthState | null;
}

/** A call of a method of the reporter. */
export type ReporterCall = {
  [K in keyof Reporter]: readonly [K, ...Parameters<Reporter[K]>];
}[keyof Reporter];

/**
 * To the indexer. `begin`: the service has started, with this base URL if it answers requests. `stop` after the current
 * batch. `close` the store: nothing reads it any more.
 */
export type IndexerCommand =
  | { readonly kind: "begin"; readonly base: string | null }
  | { readonly kind: "stop" }
  | { readonly kind: "close" };
