import { Worker } from "node:worker_threads";
import { Health, type HealthState } from "../../ingest/health.ts";
import { threadFile } from "../../ingest/threadFile.ts";
import type { IndexingFacts } from "../../serve/indexingFacts.ts";
import type { Reporter } from "../reporter.ts";
import { UsageError } from "../../settings/usageError.ts";

/** From the thread, which has the flags of the process. */
export type IndexerMessage =
  | { readonly kind: "opened"; readonly url: string }
  | { readonly kind: "status"; readonly status: IndexerStatus }
  | { readonly kind: "report"; readonly call: ReporterCall }
  /** It will not write any more. */
  | { readonly kind: "finished" }
  /** Its last words: why it could not go on, or null when it has done what was asked. */
  | { readonly kind: "ended"; readonly why: string | null };

/** How indexing goes. */
interface IndexerStatus {
  readonly facts: IndexingFacts;
  readonly health: HealthState | null;
}

/** A call of the screen. */
export type ReporterCall = {
  [K in keyof Reporter]: readonly [K, ...Parameters<Reporter[K]>];
}[keyof Reporter];

/**
 * To it. `begin`: requests are answered there now. `stop` after the batch under way. `close` the
 * store, now that nobody reads it: the last one who leaves puts its log away, and must be one who may write.
 */
export type IndexerCommand =
  | { readonly kind: "serving"; readonly base: string }
  | { readonly kind: "stop" }
  | { readonly kind: "close" };

interface Parts {
  readonly reporter: Reporter;
  readonly facts: IndexingFacts;
  readonly maxLag: number;
}

const THREAD = threadFile(import.meta, "thread");

/** News come twice a second, but not while a large batch is written. */
const MAX_SILENCE_MS = 60_000;

/** Indexes the chain in a thread beside those that answer requests. */
export class Indexer {
  /** As the thread sees it. */
  readonly health: Health;
  readonly #thread: Worker;
  readonly #parts: Parts;
  readonly #opened = Promise.withResolvers<string>();
  readonly #finished = Promise.withResolvers<undefined>();
  readonly #ended = Promise.withResolvers<undefined>();
  #state: HealthState | null = null;
  #lastMessageAt = Date.now();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.health = new Health({
      maxLag: parts.maxLag,
      newest: () => this.#state?.newest ?? null,
      trouble: () => this.#trouble(),
    });
    this.#thread = new Worker(THREAD, { argv: process.argv.slice(2) });
    this.#thread.on("message", (message: IndexerMessage) => {
      this.#receive(message);
    });
    this.#thread.once("error", (error) => {
      this.#end(error as Error);
    });
    this.#thread.once("exit", (code) => {
      this.#end(new Error(`the thread that indexes ended with code ${code}`));
    });
    for (const { promise } of [this.#opened, this.#ended])
      promise.catch(() => undefined); // whoever waits for it hears of it
  }

  /** With the URL of its store, once it is there. */
  get opened(): Promise<string> {
    return this.#opened.promise;
  }

  /** When it does not write any more, for whatever reason. */
  get finished(): Promise<undefined> {
    return this.#finished.promise;
  }

  /** When its store is closed; fails if it could not go on. */
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
      show(this.#parts.reporter, message.call);
    else if (message.kind === "finished") this.#finished.resolve(undefined);
    else this.#end(message.why === null ? null : new UsageError(message.why));
  }

  #applyStatus({ facts, health }: IndexerStatus): void {
    this.#parts.facts.follow(facts);
    this.#state = health;
    if (health !== null && health.head !== null) this.health.wrote(health.head);
  }

  #trouble(): string | null {
    const silent = Date.now() - this.#lastMessageAt;
    return silent > MAX_SILENCE_MS
      ? `the thread that indexes has said nothing for ${Math.floor(silent / 1000)} s`
      : (this.#state?.trouble ?? null);
  }

  /** The first reason counts. */
  #end(failure: Error | null): void {
    if (failure) this.#ended.reject(failure);
    else this.#ended.resolve(undefined);
    this.#opened.reject(failure ?? new Error("stopped"));
    this.#finished.resolve(undefined);
  }
}

function show(reporter: Reporter, [method, ...args]: ReporterCall): void {
  (reporter[method] as (...args: readonly unknown[]) => void)(...args);
}
