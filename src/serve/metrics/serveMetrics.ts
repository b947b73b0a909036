import type { FastifyInstance } from "fastify";
import type { Reader } from "../../store/reader.ts";
import type { IndexingFacts } from "../indexing.ts";
import { renderGate, type GateFacts } from "./gateMetrics.ts";
import type { Lag } from "../status.ts";
import type { RequestMetrics } from "./requestMetrics.ts";
import { renderIndexing, stateRegistry } from "./stateMetrics.ts";

export interface MetricsParts {
  readonly read: Reader;
  readonly requests: RequestMetrics;
  readonly indexing: IndexingFacts;
  readonly health: Lag;
  readonly gate: GateFacts;
}

/** `GET /metrics`, for Prometheus. */
export function serveMetrics(
  app: FastifyInstance,
  { read, requests, indexing, health, gate }: MetricsParts,
): void {
  const registry = stateRegistry(read);
  app.get("/metrics", async (_request, reply) => {
    reply.header("content-type", registry.contentType);
    const parts = await Promise.all([renderGate(gate), registry.metrics()]);
    return (
      requests.render() + renderIndexing(indexing, health) + parts.join("")
    );
  });
}
