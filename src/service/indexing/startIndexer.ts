import { Worker } from "node:worker_threads";
import {
  type Health,
  type HealthState,
  reportedHealth,
} from "../../ingest/health.ts";
import { threadFile } from "../../ingest/threadFile.ts";
import { UsageError } from "../../settings/usageError.ts";
import type { ServiceContext } from "../context.ts";
import type { LiveStore } from "../liveStore.ts";
import type {
  IndexerCommand,
  IndexerMessage,
  IndexerStatus,
} from "./messages.ts";
import { callReporter } from "./remoteReporter.ts";

const THREAD = threadFile(import.meta, "thread");

/** The thread sends its status twice a second, except while it writes a large batch. */
const MAX_SILENCE_MS = 60_000;

/** Starts the indexer in a thread of its own. Resolves when its store is open; rejects if that fails. */
export async function startIndexer(
  context: ServiceContext,
  signal: AbortSignal,
): Promise<LiveStore> {
  const indexer = new IndexerThread(context);
  signal.addEventListener("abort", () => {
    indexer.send({ kind: "stop" });
  });
  return {
    url: await indexer.opened,
    health: indexer.health,
    opened: null,
    onBlocks: (listener) => {
      indexer.onBlocks = listener;
    },
    finished: indexer.finished,
    begin: (base) => {
      indexer.send({ kind: "begin", base });
      return Promise.resolve();
    },
    close: () => {
      indexer.send({ kind: "stop" });
      indexer.send({ kind: "close" });
      return indexer.ended;
    },
  };
}

class IndexerThread {
  /** Called after blocks have been written. */
  onBlocks: () => void = () => undefined;
  /** The indexer's own health, from its last status. */
  readonly health: Health;
  readonly #thread: Worker;
  readonly #context: ServiceContext;
  readonly #opened = Promise.withResolvers<string>();
  readonly #finished = Promise.withResolvers<undefined>();
  readonly #ended = Promise.withResolvers<undefined>();
  #state: HealthState | null = null;
  #lastMessageAt = Date.now();

  constructor(context: ServiceContext) {
    this.#context = context;
    this.health = reportedHealth(
      context.flags["max-lag"],
      () => this.#state,
      () => this.#trouble(),
    );
    this.#thread = new Worker(THREAD, { argv: process.argv.slice(2) });
    this.#thread.on("message", (message: IndexerMessage) => {
      this.#receive(message);
    });
    this.#thread.once("error", (error) => {
      this.#end(error as Error);
    });
    this.#thread.once("exit", (code) => {
      this.#end(new Error(`the indexer thread ended with code ${code}`));
    });
    // Each may be awaited later or never; until then, a rejection must not count as unhandled.
    for (const { promise } of [this.#opened, this.#ended])
      promise.catch(() => undefined);
  }

  /** The URL of the store, once the store is open. */
  get opened(): Promise<string> {
    return this.#opened.promise;
  }

  /** Resolves when the thread stops writing, for any reason. */
  get finished(): Promise<undefined> {
    return this.#finished.promise;
  }

  /** Resolves when the store is closed; rejects with the reason why indexing failed. */
  get ended(): Promise<undefined> {
    return this.#ended.promise;
  }

  send(command: IndexerCommand): void {
    this.#thread.postMessage(command);
  }

  #receive(message: IndexerMessage): void {
    this.#lastMessageAt = Date.now();
    if (message.kind === "opened") this.#opened.resolve(message.url);
    else if (message.kind === "status") this.#applyStatus(message.status);
    else if (message.kind === "report")
      callReporter(this.#context.reporter, message.call);
    else if (message.kind === "finished") this.#finished.resolve(undefined);
    else this.#end(message.why === null ? null : new UsageError(message.why));
  }

  #applyStatus({ facts, health }: IndexerStatus): void {
    this.#context.facts.follow(facts);
    const before = this.#state?.head ?? null;
    this.#state = health;
    if (health === null || health.head === null) return;
    this.health.wrote(health.head);
    if (health.head !== before) this.onBlocks();
  }

  #trouble(): string | null {
    const silent = Date.now() - this.#lastMessageAt;
    return silent > MAX_SILENCE_MS
      ? `the indexer thread has not answered for ${Math.floor(silent / 1000)} s`
      : (this.#state?.trouble ?? null);
  }

  /** Only the first reason counts. */
  #end(failure: Error | null): void {
    if (failure) this.#ended.reject(failure);
    else this.#ended.resolve(undefined);
    this.#opened.reject(failure ?? new Error("stopped"));
    this.#finished.resolve(undefined);
  }
}
