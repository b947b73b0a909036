import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { threadFile } from "../../ingest/threadFile.ts";
import type { IndexingFacts } from "../../serve/indexingFacts.ts";
import type { Reading } from "../../store/connection.ts";
import { listWebhooks } from "../../store/webhooks/rows.ts";
import type { Writer } from "../../store/writer.ts";
import { aborted } from "../aborted.ts";
import { callReporter } from "../indexing/remoteReporter.ts";
import type { Reporter } from "../reporter.ts";
import type {
  WebhookCommand,
  WebhookMessage,
  WebhookSettings,
} from "./messages.ts";

export interface WebhookParts {
  readonly url: string;
  readonly read: Reading;
  readonly writer: Pick<Writer, "saveWebhookStates">;
  readonly reporter: Reporter;
  readonly facts: IndexingFacts;
}

const THREAD = threadFile(import.meta, "thread");

const LOOK_EVERY_MS = 1_000;
const RESTART_MS = 5_000;
const STOP_MS = 3_000;
const MAX_HEAP_MIB = 512;

/**
 * Delivers the changes of lists to webhooks until the signal aborts, in a thread of its own: reading and sending changes
 * would delay blocks. The thread starts when there is a webhook.
 */
export async function deliverWebhooks(
  parts: WebhookParts,
  signal: AbortSignal,
): Promise<void> {
  await awaitWebhook(parts.read, signal);
  while (!signal.aborted) {
    await runThread(parts, signal);
    await sleep(RESTART_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function awaitWebhook(read: Reading, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // A store that does not answer now may later.
    const found = await listWebhooks(read).catch(() => []);
    if (found.length > 0) return;
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function runThread(
  { url, writer, reporter, facts }: WebhookParts,
  signal: AbortSignal,
): Promise<void> {
  const workerData: WebhookSettings = { url };
  const thread = new Worker(THREAD, {
    argv: process.argv.slice(2),
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
  });
  const send = (command: WebhookCommand): void => {
    thread.postMessage(command);
  };
  thread.on("message", (message: WebhookMessage) => {
    if (message.kind === "counts") facts.webhooks = message.counts;
    else if (message.kind === "report") callReporter(reporter, message.call);
    else void save(message, writer).then(send);
  });
  thread.on("error", (err) => {
    reporter.error({ err }, "webhooks: their thread failed and is restarted");
  });
  const ended = new Promise((resolve) => thread.once("exit", resolve));
  await Promise.race([ended, aborted(signal)]);
  send({ kind: "stop" });
  await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
  await thread.terminate();
}

async function save(
  { callId, states }: Extract<WebhookMessage, { kind: "save" }>,
  writer: WebhookParts["writer"],
): Promise<WebhookCommand> {
  const left = await writer.saveWebhookStates(states).catch(() => null);
  return { kind: "saved", callId, left };
}
