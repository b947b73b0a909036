import type { FastifyInstance } from "fastify";
import { readExplorer } from "../../explorer/files.ts";
import type { ProverPool } from "../../prover/proverPool.ts";
import * as methods from "../../rpc/methods/index.ts";
import { serveExports } from "../../serve/downloads/exports.ts";
import { DownloadLimit } from "../../serve/downloads/limits.ts";
import { serveSnapshot } from "../../serve/downloads/snapshot.ts";
import { serveHealth } from "../../serve/health.ts";
import type { LiveCounts } from "../../serve/live/liveCounts.ts";
import type { ProcessMetrics } from "../../serve/metrics/processMetrics.ts";
import { serveMetrics } from "../../serve/metrics/serveMetrics.ts";
import { servePages } from "../../serve/staticPages.ts";
import { serveStatus } from "../../serve/status.ts";
import { treeTrouble } from "../../serve/treeTrouble.ts";
import { readVersion } from "../../settings/package.ts";
import type { ListenParts } from "./listen.ts";

interface RouteParts {
  readonly prover: ProverPool | null;
  readonly metrics: () => Promise<ProcessMetrics>;
  readonly live: LiveCounts;
}

/** Adds everything that is served beside the methods and live lists. */
export function addRoutes(
  app: FastifyInstance,
  parts: ListenParts,
  { prover, metrics, live }: RouteParts,
): void {
  const { read, health, facts: indexing, stopping, peers } = parts;
  const processes = async () => (peers ? peers.metrics() : [await metrics()]);
  const version = readVersion();
  serveStatus(app, { version, read, indexing, health, live });
  const limitations = [
    () => proverTrouble(prover),
    () => indexing.warnings,
    () => treeTrouble(read),
  ];
  serveHealth(app, { read, indexing, health, limitations, stopping });
  addDownloads(app, parts);
  serveMetrics(app, { read, indexing, health, prover, processes });
  servePages(app, readExplorer());
}

function addDownloads(
  app: FastifyInstance,
  { flags, read, reporter }: ListenParts,
): void {
  const limits = {
    access: flags.exports ?? "keys",
    running: new DownloadLimit(flags["max-exports"]),
    onError: (err: unknown) => {
      reporter.error({ err }, "a download failed");
    },
  };
  serveExports(app, { read, methods, ...limits });
  if (flags.snapshot !== null)
    serveSnapshot(app, { file: flags.snapshot, ...limits });
}

/** A missing prover concerns validity proofs only. */
function proverTrouble(prover: ProverPool | null): string[] {
  const trouble = prover?.trouble ?? null;
  return trouble === null ? [] : [`validity proofs: ${trouble}`];
}
