import type { IndexingFacts } from "../serve/indexingFacts.ts";
import type { ServeFlags } from "../settings/serveFlags.ts";
import type { Reporter } from "./reporter.ts";

/** Passed to every part of a service. */
export interface ServiceContext {
  readonly flags: ServeFlags;
  readonly reporter: Reporter;
  /** Counters of the indexer, for metrics and status. */
  readonly facts: IndexingFacts;
}

/** Answers requests, in this process or in workers. */
export interface Serving {
  readonly base: string;
  /** Rejects when requests can no longer reach it. */
  readonly lost: Promise<never>;
  close(): Promise<void>;
}
