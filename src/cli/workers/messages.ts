import type { IndexingFacts } from "../../serve/indexing.ts";
import type { Outlay } from "../../serve/gate/outlay.ts";
import type { Change } from "../../serve/gate/tally.ts";
import type { ProcessMetrics } from "../../serve/metrics/processMetrics.ts";

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
  readonly kind: "news";
  readonly facts: IndexingFacts;
}

/** What was taken from limits that hold for all workers together: a worker tells the first process, that one the others. */
export interface Taken {
  readonly kind: "taken";
  readonly outlays: readonly Outlay[];
  readonly connections: readonly Change[];
}

/** To a worker: what have you counted? From a worker that is asked for metrics: what has everybody counted? */
export interface AskMetrics {
  readonly kind: "askMetrics";
  readonly ticket: number;
}

/** The answer to either. */
export interface TellMetrics {
  readonly kind: "tellMetrics";
  readonly ticket: number;
  readonly metrics: readonly ProcessMetrics[];
}

export type Report = Taken | AskMetrics | TellMetrics;

/** How a worker is told which store to serve; its other settings are the flags it shares with the first process. */
export const STORE_VARIABLE = "TACHYON_WORKER_STORE";
