// Runs in a thread of its own, see indexer.ts.
import { inspect } from "node:util";
import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import type { Health } from "../../ingest/health.ts";
import { IndexingFacts } from "../../serve/indexing.ts";
import { serveFlags } from "../commands/serveFlags.ts";
import { explain } from "../explain.ts";
import { readFlags } from "../flags.ts";
import { type Listening, runService, type ServiceParts } from "../service.ts";
import type { Order, Told } from "./indexer.ts";
import { screenOver } from "./screenOver.ts";
import { stepBack } from "./stepBack.ts";

const NEWS_EVERY_MS = 500;

const port = parentPort!;
const tell = (told: Told): void => {
  port.postMessage(told);
};

let health: Health | null = null;
const tellNews = (): void => {
  facts.busySeconds = performance.eventLoopUtilization().active / 1000;
  facts.heapBytes = getHeapStatistics().used_heap_size;
  tell({ kind: "news", news: { facts, health: health?.state() ?? null } });
};

/** Whoever asks right after a batch is written should find it counted, the last thing that is done about it; what else changes is told now and then. */
class ToldFacts extends IndexingFacts {
  override add(written: Parameters<IndexingFacts["add"]>[0]): void {
    super.add(written);
    tellNews();
  }
}
const facts = new ToldFacts();

const begun = Promise.withResolvers<string>();
const closing = Promise.withResolvers<undefined>();
const stop = new AbortController();
port.on("message", (order: Order) => {
  if (order.kind === "begin") begun.resolve(order.base);
  else if (order.kind === "stop") stop.abort();
  else closing.resolve(undefined);
});

/** Others do, as long as this store is open; told to stop meanwhile, they say that they have begun, and that they have closed. */
async function startServing(parts: ServiceParts): Promise<Listening> {
  health = parts.health;
  tellNews();
  tell({ kind: "opened", url: parts.url });
  return {
    base: await begun.promise,
    lost: new Promise<never>(() => undefined),
    close: async () => {
      tell({ kind: "finished" });
      await closing.promise;
    },
  };
}

/** Those who answer have the connections that are needed for that. */
function readOwnFlags() {
  const flags = readFlags(serveFlags, process.argv.slice(2), process.env);
  return { ...flags, "read-db-url": [], "db-pool": 1, "db-scan-pool": 1 };
}

async function run(): Promise<string | null> {
  const timer = setInterval(tellNews, NEWS_EVERY_MS);
  const flags = readOwnFlags();
  const screen = screenOver((shown) => {
    tell({ kind: "shown", shown });
  });
  try {
    await runService({ flags, screen, facts, startServing }, stop.signal);
    return null;
  } catch (error) {
    return explain(error) ?? inspect(error);
  } finally {
    clearInterval(timer);
  }
}

stepBack();
const why = await run();
tellNews();
tell({ kind: "ended", why });
port.close();
