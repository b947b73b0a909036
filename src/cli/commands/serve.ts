import type { Health } from "../../ingest/health.ts";
import { IndexingFacts } from "../../serve/indexing.ts";
import { isPostgres } from "../../store/open.ts";
import { aborted } from "../aborted.ts";
import { Indexer } from "../indexer/indexer.ts";
import { listen } from "../listen.ts";
import { openServiceStore } from "../openServiceStore.ts";
import { readVersion } from "../package.ts";
import type { Screen } from "../screen.ts";
import {
  type Listening,
  runService,
  type ServiceBasics,
  type ServiceParts,
} from "../service.ts";
import { UsageError } from "../usage.ts";
import { startWorkers } from "../workers/start.ts";
import type { ServeFlags } from "./serveFlags.ts";

/** Indexes a chain and answers requests about it, until the signal says stop. */
export async function serve(
  flags: ServeFlags,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const { "disable-indexing": onlyServe, "disable-api": onlyIndex } = flags;
  if (onlyServe && onlyIndex)
    throw new UsageError("--disable-indexing and --disable-api leave nothing");
  if (flags["read-db-url"].length > 0 && !isPostgres(flags["db-url"] ?? ""))
    throw new UsageError("--read-db-url needs a postgres:// --db-url");
  screen.say(`Tachyon ${readVersion()}`);
  const options = { flags, screen, facts: new IndexingFacts() };
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
  { flags, screen, facts, url, store, health }: ServiceParts,
  stopping: AbortSignal,
): Promise<Listening> {
  if (flags.workers > 0) return startWorkers({ flags, screen, facts, url });
  const read = store.reader;
  return listen({ flags, screen, facts, read, health, stopping });
}

/** Blocks are decoded and written in a thread: a block of a busy chain takes a tenth of a second, and nobody should wait for that. */
async function indexAndServe(
  options: ServiceBasics,
  signal: AbortSignal,
): Promise<void> {
  const { flags } = options;
  const indexer = new Indexer({ ...options, maxLag: flags["max-lag"] });
  signal.addEventListener("abort", () => {
    indexer.tell({ kind: "stop" });
  });
  const url = await indexer.opened;
  const server = await (flags.workers > 0
    ? startWorkers({ ...options, url })
    : serveBeside(indexer.health, url, options, signal));
  indexer.tell({ kind: "begin", base: server.base });
  try {
    await Promise.race([indexer.finished, server.lost, aborted(signal)]);
  } finally {
    await server.close();
    indexer.tell({ kind: "close" });
  }
  await indexer.ended;
}

async function serveBeside(
  health: Health,
  url: string,
  { flags, screen, facts }: ServiceBasics,
  stopping: AbortSignal,
): Promise<Listening> {
  const store = await openServiceStore(url, flags, screen, { write: false });
  const read = store.reader;
  const server = await listen({ flags, screen, facts, read, health, stopping });
  return {
    base: server.base,
    lost: server.lost,
    close: async () => {
      await server.close();
      await store.close();
    },
  };
}
