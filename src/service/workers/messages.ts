import type { HealthState } from "../../ingest/health.ts";
import type { IndexingFacts } from "../../serve/indexingFacts.ts";
import type { SpentUnits } from "../../serve/access/spentUnits.ts";
import type { Change } from "../../serve/access/counterDeltas.ts";
import type { ProcessMetrics } from "../../serve/metrics/processMetrics.ts";

/** From a worker when it listens. */
export interface Ready {
  readonly base: string;
}

/**
 * To a worker. `retire`: answer /readiness with 503. `drain`: accept no new connections and finish the open ones. `stop`:
 * exit soon.
 */
export type WorkerCommand = "retire" | "drain" | "stop";

/** To a worker, periodically: what the service's indexer has done, and how far it is. */
export interface FactsUpdate {
  readonly kind: "facts";
  readonly facts: IndexingFacts;
  readonly health: HealthState;
}

/** To a worker: blocks have been written. */
export interface BlocksWritten {
  readonly kind: "blocks";
}

/** Usage of limits that hold for all workers together: from a worker to the first process, which forwards it to the others. */
export interface UsageReport {
  readonly kind: "usage";
  readonly spentUnits: readonly SpentUnits[];
  readonly connections: readonly Change[];
  /** Requests that wait for slots. */
  readonly waits: readonly Change[];
}

/** To a worker: requests its metrics. From a worker: requests the metrics of all processes. */
export interface MetricsRequest {
  readonly kind: "metricsRequest";
  readonly callId: number;
}

/** The response to either request. */
export interface MetricsResponse {
  readonly kind: "metricsResponse";
  readonly callId: number;
  readonly metrics: readonly ProcessMetrics[];
}

/** From a worker: it has read a damaged page of the store. */
export interface DamageReport {
  readonly kind: "damage";
  readonly damage: string;
}

export type PeerMessage =
  UsageReport | MetricsRequest | MetricsResponse | DamageReport;
export type ToWorker =
  WorkerCommand | FactsUpdate | BlocksWritten | PeerMessage;
