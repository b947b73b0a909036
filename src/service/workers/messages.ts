import type { IndexingFacts } from "../../serve/indexingFacts.ts";
import type { SpentUnits } from "../../serve/access/spentUnits.ts";
import type { Change } from "../../serve/access/counterDeltas.ts";
import type { ProcessMetrics } from "../../serve/metrics/processMetrics.ts";

/** From a worker, once it listens. */
export interface Ready {
  readonly base: string;
}

/**
 * To a worker. `retire`: say that you are not ready any more. `drain`: take no new connection, finish what is asked on
 * the old ones. `stop`: be gone soon.
 */
export type WorkerCommand = "retire" | "drain" | "stop";

/** To a worker, again and again: what the indexer has done. */
export interface FactsUpdate {
  readonly kind: "facts";
  readonly facts: IndexingFacts;
}

/** What was taken from limits that hold for all workers together: a worker tells the first process, that one the others. */
export interface UsageReport {
  readonly kind: "usage";
  readonly spentUnits: readonly SpentUnits[];
  readonly connections: readonly Change[];
}

/** To a worker: what have you counted? From a worker that is asked for metrics: what has everybody counted? */
export interface MetricsRequest {
  readonly kind: "metricsRequest";
  readonly callId: number;
}

/** The answer to either. */
export interface MetricsResponse {
  readonly kind: "metricsResponse";
  readonly callId: number;
  readonly metrics: readonly ProcessMetrics[];
}

export type PeerMessage = UsageReport | MetricsRequest | MetricsResponse;
