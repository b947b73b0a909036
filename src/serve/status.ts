import type { FastifyInstance } from "fastify";
import { readFact } from "../store/write/facts.ts";
import { readHead } from "../store/write/head.ts";
import type { Reader } from "../store/reader.ts";
import { storeBytes } from "../store/read/size.ts";
import { type IndexingFacts, RateHistory } from "./indexingFacts.ts";
import type { LiveCounts } from "./live/liveCounts.ts";

/** The part of the indexer's health that status shows. */
export interface Lag {
  /** Slots behind the chain; null if no chain is followed. */
  lag(): number | null;
  /** The duration of those slots. */
  lagSeconds(): number | null;
  /** The measured slot time of the chain. */
  slotMs(): number;
}

export interface StatusParts {
  readonly version: string;
  readonly read: Reader;
  readonly indexing: IndexingFacts;
  readonly health: Lag;
  readonly live: LiveCounts;
}

/**
 * `GET /status`: the state of the service, for the explorer and for curl. `chain` is `genesis:` and the hash of the
 * cluster's first block, or `file:` and a hash for a recording; null before the first block. `live` counts the
 * connections of the process that answers; the metrics add up all processes.
 */
export function serveStatus(app: FastifyInstance, parts: StatusParts): void {
  const { version, read, indexing, health, live } = parts;
  let chain: string | null = null;
  const history = new RateHistory(() => indexing.transactions);
  app.addHook("onClose", () => {
    history.stop();
  });
  app.get("/status", async (_request, reply) => {
    const head = await readHead(read);
    // The chain of a store never changes, so it is read until it is known.
    chain ??= await readFact(read, "chain");
    reply.header("cache-control", "no-store");
    return {
      version,
      chain,
      slot: head?.slot ?? 0,
      lag: health.lag(),
      lagSeconds: health.lagSeconds(),
      slotSeconds: health.slotMs() / 1000,
      storeBytes: await storeBytes(read),
      rates: history.rates(),
      live: {
        connections: live.sockets + live.streams,
        subscriptions: live.subscriptions,
      },
    };
  });
}
