// Runs in a thread of its own, see indexer.ts.
import { inspect } from "node:util";
import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import type { Health } from "../../ingest/health.ts";
import { IndexingFacts } from "../../serve/indexingFacts.ts";
import { serveFlags } from "../../settings/serveFlags.ts";
import { explain } from "../explain.ts";
import { readFlags } from "../../settings/readFlags.ts";
import {
  type Listening,
  runService,
  type ServiceParts,
} from "../runService.ts";
import type { IndexerCommand, IndexerMessage } from "./indexer.ts";
import { remoteReporter } from "./remoteReporter.ts";
import { lowerPriority } from "./lowerPriority.ts";

const STATUS_EVERY_MS = 500;

const port = parentPort!;
const send = (message: IndexerMessage): void => {
  port.postMessage(message);
};

let health: Health | null = null;
const sendStatus = (): void => {
  facts.busySeconds = performance.eventLoopUtilization().active / 1000;
  facts.heapBytes = getHeapStatistics().used_heap_size;
  send({ kind: "status", status: { facts, health: health?.state() ?? null } });
};

/** Whoever asks right after a batch is written should find it counted, the last thing that is done about it; what else changes is told now and then. */
class ReportedFacts extends IndexingFacts {
  override add(written: Parameters<IndexingFacts["add"]>[0]): void {
    super.add(written);
    sendStatus();
  }
}
const facts = new ReportedFacts();

const begun = Promise.withResolvers<string>();
const closing = Promise.withResolvers<undefined>();
const stop = new AbortController();
port.on("message", (command: IndexerCommand) => {
  if (command.kind === "serving") begun.resolve(command.base);
  else if (command.kind === "stop") stop.abort();
  else closing.resolve(undefined);
});

/** Others do, as long as this store is open; told to stop meanwhile, they say that they have begun, and that they have closed. */
async function startServing(parts: ServiceParts): Promise<Listening> {
  health = parts.health;
  sendStatus();
  send({ kind: "opened", url: parts.url });
  return {
    base: await begun.promise,
    lost: new Promise<never>(() => undefined),
    close: async () => {
      send({ kind: "finished" });
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
  const timer = setInterval(sendStatus, STATUS_EVERY_MS);
  const flags = readOwnFlags();
  const reporter = remoteReporter((call) => {
    send({ kind: "report", call });
  });
  try {
    await runService({ flags, reporter, facts, startServing }, stop.signal);
    return null;
  } catch (error) {
    return explain(error) ?? inspect(error);
  } finally {
    clearInterval(timer);
  }
}

lowerPriority();
const why = await run();
sendStatus();
send({ kind: "ended", why });
port.close();
