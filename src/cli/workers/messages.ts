import type { IndexingFacts } from "../../serve/indexing.ts";

/** From a worker, once it listens. */
export interface Ready {
  readonly base: string;
}

/**
 * To a worker. `retire`: say that you are not ready any more. `drain`: take no new connection, finish what is asked on
 * the old ones. `stop`: be gone soon.
 */
export type Order = "retire" | "drain" | "stop";

/** To a worker, again and again: what the indexer has done. */
export interface News {
  readonly facts: IndexingFacts;
}

/** How a worker is told which store to serve; its other settings are the flags it shares with the first process. */
export const STORE_VARIABLE = "TACHYON_WORKER_STORE";
