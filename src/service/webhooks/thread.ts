// Delivers changes to webhooks, started by webhookThread.ts.
import { parentPort, workerData } from "node:worker_threads";
import { LiveLists } from "../../live/liveLists.ts";
import { readFlags } from "../../settings/readFlags.ts";
import { readVersion } from "../../settings/package.ts";
import { serveFlags } from "../../settings/serveFlags.ts";
import { listWebhooks } from "../../store/webhooks/rows.ts";
import { Deliverer } from "../../webhooks/deliverer.ts";
import { createPoster } from "../../webhooks/post.ts";
import type { SaveStates } from "../../webhooks/savedStates.ts";
import { remoteReporter } from "../indexing/remoteReporter.ts";
import { openServiceStore } from "../openServiceStore.ts";
import { lowerThreadPriority } from "../threadPriority.ts";
import type {
  WebhookCommand,
  WebhookMessage,
  WebhookSettings,
} from "./messages.ts";

const COUNTS_EVERY_MS = 500;
/** Lower than that of the indexer. */
const LOW_PRIORITY = 15;

lowerThreadPriority(LOW_PRIORITY);

const port = parentPort!;
const send = (message: WebhookMessage): void => {
  port.postMessage(message);
};
const reporter = remoteReporter((call) => {
  send({ kind: "report", call });
});

const stop = new AbortController();
const saving = new Map<number, PromiseWithResolvers<readonly string[]>>();
let lastCall = 0;

/** The indexer saves: on PostgreSQL, its session holds the lock of the writer. */
const save: SaveStates = (states) => {
  const callId = ++lastCall;
  const done = Promise.withResolvers<readonly string[]>();
  saving.set(callId, done);
  send({ kind: "save", callId, states });
  return done.promise;
};

port.on("message", (command: WebhookCommand) => {
  if (command.kind === "stop") {
    stop.abort();
    return;
  }
  const { callId, left } = command;
  if (left) saving.get(callId)?.resolve(left);
  else saving.get(callId)?.reject(new Error("the store was not written"));
  saving.delete(callId);
});

/** Two connections are enough: changes are read one after the other. */
function readOwnFlags() {
  const flags = readFlags(serveFlags, process.argv.slice(2), process.env);
  const small = { "cache-mb": 16, "page-cache-mb": 0 };
  return {
    ...flags,
    ...small,
    "read-db-url": [],
    "db-pool": 1,
    "db-scan-pool": 1,
  };
}

const { url } = workerData as WebhookSettings;
const flags = readOwnFlags();
const store = await openServiceStore(url, flags, reporter, { write: false });
const lists = new LiveLists(store.reader, (err) => {
  reporter.error({ err: err as Error }, "webhooks: changes cannot be read");
});
const poster = createPoster();
const deliverer = new Deliverer({
  list: () => listWebhooks(store.reader),
  changes: lists,
  ...{ save, poster, version: readVersion() },
  warn: (text) => {
    reporter.warn(text);
  },
});
const timer = setInterval(() => {
  send({ kind: "counts", counts: deliverer.counts });
}, COUNTS_EVERY_MS);
await deliverer.run(stop.signal);
clearInterval(timer);
poster.close();
await store.close();
port.close();
