import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import type { Reader } from "../../store/reader.ts";
import { storeBytes } from "../../store/read/size.ts";
import type { IndexingFacts } from "../indexingFacts.ts";
import type { Lag } from "../status.ts";
import type { ProverPool } from "../../prover/proverPool.ts";
import { addUp } from "./addUp.ts";
import { renderIndexing, renderStore } from "./indexingMetrics.ts";
import type { ProcessMetrics } from "./processMetrics.ts";
import { renderTrees } from "./treeMetrics.ts";
import { renderProverUp } from "./proverMetrics.ts";

export interface MetricsParts {
  readonly read: Reader;
  readonly indexing: IndexingFacts;
  readonly health: Lag;
  readonly prover: ProverPool | null;
  /** The metrics of every process of the service. */
  readonly processes: () => Promise<readonly ProcessMetrics[]>;
}

/** `GET /metrics` for Prometheus: totals for the whole service, with any number of processes. */
export function serveMetrics(
  app: FastifyInstance,
  { read, indexing, health, prover, processes }: MetricsParts,
): void {
  app.get("/metrics", async (_request, reply) => {
    reply.header("content-type", Registry.PROMETHEUS_CONTENT_TYPE);
    const [all, bytes, trees] = await Promise.all([
      processes(),
      storeBytes(read),
      renderTrees(read),
    ]);
    return (
      addUp(all.map(({ counts }) => counts)) +
      renderIndexing(indexing, health) +
      renderStore(bytes) +
      trees +
      renderProverUp(prover) +
      addUp(all.map(({ state }) => state))
    );
  });
}
