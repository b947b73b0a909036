import type { Health } from "../ingest/health.ts";
import { IndexingFacts } from "../serve/indexingFacts.ts";
import { isPostgres } from "../store/open.ts";
import { aborted } from "./aborted.ts";
import { Indexer } from "./indexing/indexer.ts";
import { listen } from "./listening/listen.ts";
import { openServiceStore } from "./openServiceStore.ts";
import { readVersion } from "../settings/package.ts";
import type { Reporter } from "./reporter.ts";
import {
  type Listening,
  runService,
  type ServiceBasics,
  type ServiceParts,
} from "./runService.ts";
import { UsageError } from "../settings/usageError.ts";
import { startWorkers } from "./workers/start.ts";
import type { ServeFlags } from "../settings/serveFlags.ts";

/** Indexes a chain and answers requests about it, until the signal says stop. */
export async function serve(
  flags: ServeFlags,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<void> {
  const { "disable-indexing": onlyServe, "disable-api": onlyIndex } = flags;
  if (onlyServe && onlyIndex)
    throw new UsageError("--disable-indexing and --disable-api leave nothing");
  if (flags["read-db-url"].length > 0 && !isPostgres(flags["db-url"] ?? ""))
    throw new UsageError("--read-db-url needs a postgres:// --db-url");
  reporter.say(`Tachyon ${readVersion()}`);
  const options = { flags, reporter, facts: new IndexingFacts() };
  if (onlyIndex)
    await runService({ ...options, startServing: nobodyServes }, signal);
  else if (onlyServe)
    await runService({ ...options, startServing: serveStore }, signal);
  else await indexAndServe(options, signal);
}

function nobodyServes(): Promise<null> {
  return Promise.resolve(null);
}

async function serveStore(
  { flags, reporter, facts, url, store, health }: ServiceParts,
  stopping: AbortSignal,
): Promise<Listening> {
  if (flags.workers > 0) return startWorkers({ flags, reporter, facts, url });
  const read = store.reader;
  return listen({ flags, reporter, facts, read, health, stopping });
}

/** Blocks are decoded and written in a thread: a block of a busy chain takes a tenth of a second, and nobody should wait for that. */
async function indexAndServe(
  options: ServiceBasics,
  signal: AbortSignal,
): Promise<void> {
  const { flags } = options;
  const indexer = new Indexer({ ...options, maxLag: flags["max-lag"] });
  signal.addEventListener("abort", () => {
    indexer.send({ kind: "stop" });
  });
  const url = await indexer.opened;
  const server = await (flags.workers > 0
    ? startWorkers({ ...options, url })
    : serveBeside(indexer.health, url, options, signal));
  indexer.send({ kind: "serving", base: server.base });
  try {
    await Promise.race([indexer.finished, server.lost, aborted(signal)]);
  } finally {
    await server.close();
    indexer.send({ kind: "close" });
  }
  await indexer.ended;
}

async function serveBeside(
  health: Health,
  url: string,
  { flags, reporter, facts }: ServiceBasics,
  stopping: AbortSignal,
): Promise<Listening> {
  const store = await openServiceStore(url, flags, reporter, { write: false });
  const read = store.reader;
  const server = await listen({
    flags,
    reporter,
    facts,
    read,
    health,
    stopping,
  });
  return {
    base: server.base,
    lost: server.lost,
    close: async () => {
      await server.close();
      await store.close();
    },
  };
}
