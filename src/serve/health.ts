import type { FastifyInstance } from "fastify";
import { readHead } from "../store/write/head.ts";
import type { MaybePromise } from "../store/maybePromise.ts";
import type { Reader } from "../store/reader.ts";
import type { IndexingFacts } from "./indexingFacts.ts";

export interface HealthParts {
  readonly read: Reader;
  readonly indexing: Pick<IndexingFacts, "obstacles" | "storeDamage">;
  readonly health: {
    /** Why this server should not receive requests now, or null. */
    problem(): string | null;
  };
  /** Problems of some methods only: the server still answers all others. */
  readonly limitations: readonly (() => MaybePromise<readonly string[]>)[];
  /** Aborts when a stop is requested, before the port closes. */
  readonly stopping: AbortSignal;
}

/** Time limit for reading the newest slot from the store. */
const STORE_MS = 2_000;

/**
 * `GET /liveness`: the process answers. `GET /readiness`: the server accepts requests; with status 200 its reasons list
 * problems of some methods only. `GET /health`: the same as a Solana node answers it, `ok` or `behind`, with a matching
 * status.
 */
export function serveHealth(app: FastifyInstance, parts: HealthParts): void {
  app.get("/liveness", (_request, reply) => {
    reply.header("cache-control", "no-store").send({ alive: true });
  });
  app.get("/readiness", async (_request, reply) => {
    const reasons = await whyNotReady(parts);
    const ready = reasons.length === 0;
    reply.code(ready ? 200 : 503).header("cache-control", "no-store");
    return { ready, reasons: [...reasons, ...(await limitationsOf(parts))] };
  });
  app.get("/health", async (_request, reply) => {
    const { length } = await whyNotReady(parts);
    reply.code(length === 0 ? 200 : 503).header("cache-control", "no-store");
    reply.type("text/plain; charset=utf-8");
    if (length === 0) return "ok";
    return parts.health.problem() === null ? "unknown" : "behind";
  });
}

async function whyNotReady(parts: HealthParts): Promise<readonly string[]> {
  const reasons = [
    parts.stopping.aborted ? "shutting down" : null,
    parts.health.problem(),
    ...Object.values(parts.indexing.obstacles).map(String),
    await storeTrouble(parts),
  ];
  return reasons.filter((reason) => reason !== null);
}

async function limitationsOf(parts: HealthParts): Promise<readonly string[]> {
  const found: string[] = [];
  for (const limitation of parts.limitations)
    found.push(...(await limitation()));
  return found;
}

async function storeTrouble({ read, indexing }: HealthParts) {
  const damage = read.damage?.() ?? indexing.storeDamage;
  if (damage !== null) return damage;
  const late = new Promise<string>((resolve) => {
    setTimeout(resolve, STORE_MS, "the store does not answer").unref();
  });
  const asked = Promise.try(() => readHead(read)).then(
    () => null,
    (error: unknown) => `the store: ${(error as Error).message}`,
  );
  return Promise.race([asked, late]);
}
