import { IndexingFacts } from "../../serve/indexing.ts";
import { listen } from "../listen.ts";
import { readVersion } from "../package.ts";
import type { Screen } from "../screen.ts";
import { type Listening, runService, type ServiceParts } from "../service.ts";
import { UsageError } from "../usage.ts";
import { indexBesideWorkers } from "../workers/indexer.ts";
import { startWorkers } from "../workers/start.ts";
import type { ServeFlags } from "./serveFlags.ts";

/** Indexes a chain and answers requests about it, until the signal says stop. */
export async function serve(
  flags: ServeFlags,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const {
    workers,
    "disable-indexing": noIndexing,
    "disable-api": noApi,
  } = flags;
  if (noIndexing && noApi)
    throw new UsageError("--disable-indexing and --disable-api leave nothing");
  screen.say(`Tachyon ${readVersion()}`);
  const options = { flags, screen, facts: new IndexingFacts() };
  if (workers > 0 && !noIndexing && !noApi)
    await indexBesideWorkers(options, signal);
  else await runService({ ...options, startServing }, signal);
}

async function startServing(
  parts: ServiceParts,
  stopping: AbortSignal,
): Promise<Listening | null> {
  const { flags, store, url, screen, health, facts } = parts;
  if (flags["disable-api"]) return null;
  if (flags.workers > 0) return startWorkers({ flags, url, screen, facts });
  const read = store.reader;
  return listen({ flags, read, health, facts, screen, stopping });
}
