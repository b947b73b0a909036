// The indexer's thread, started by startIndexer.ts.
import { inspect } from "node:util";
import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import type { Health } from "../../ingest/health.ts";
import { IndexingFacts } from "../../serve/indexingFacts.ts";
import { readFlags } from "../../settings/readFlags.ts";
import { serveFlags } from "../../settings/serveFlags.ts";
import { explain } from "../explain.ts";
import { lowerPriority } from "./lowerPriority.ts";
import type { IndexerCommand, IndexerMessage } from "./messages.ts";
import { remoteReporter } from "./remoteReporter.ts";
import { type IndexerHost, runIndexer } from "./runIndexer.ts";

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

/** Sends the status after each batch, so that metrics count what can already be read. */
class ReportedFacts extends IndexingFacts {
  override add(written: Parameters<IndexingFacts["add"]>[0]): void {
    super.add(written);
    sendStatus();
  }
}
const facts = new ReportedFacts();

const begun = Promise.withResolvers<string | null>();
const closing = Promise.withResolvers<undefined>();
const stop = new AbortController();
port.on("message", (command: IndexerCommand) => {
  if (command.kind === "begin") begun.resolve(command.base);
  else if (command.kind === "close") closing.resolve(undefined);
  else {
    stop.abort();
    begun.resolve(null); // a service that fails to start never sends `begin`
  }
});

const host: IndexerHost = {
  opened: (url, openedHealth) => {
    health = openedHealth;
    sendStatus();
    send({ kind: "opened", url });
    return begun.promise;
  },
  finished: () => {
    send({ kind: "finished" });
    return closing.promise;
  },
};

/** This thread answers no requests, so it needs none of the connections that do. */
function readOwnFlags() {
  const flags = readFlags(serveFlags, process.argv.slice(2), process.env);
  return { ...flags, "read-db-url": [], "db-pool": 1, "db-scan-pool": 1 };
}

async function run(): Promise<string | null> {
  const timer = setInterval(sendStatus, STATUS_EVERY_MS);
  const flags = readOwnFlags();
  if (!flags["disable-api"]) lowerPriority();
  const reporter = remoteReporter((call) => {
    send({ kind: "report", call });
  });
  try {
    await runIndexer({ flags, reporter, facts }, host, stop.signal);
    return null;
  } catch (error) {
    return explain(error) ?? inspect(error);
  } finally {
    clearInterval(timer);
  }
}

const why = await run();
sendStatus();
send({ kind: "ended", why });
port.close();
