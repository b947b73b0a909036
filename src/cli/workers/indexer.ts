import { Worker } from "node:worker_threads";
import type { IndexingFacts } from "../../serve/indexing.ts";
import { threadFile } from "../../store/threadFile.ts";
import type { ServeFlags } from "../commands/serveFlags.ts";
import type { Screen } from "../screen.ts";
import { UsageError } from "../usage.ts";
import { startWorkers } from "./start.ts";

/** From the thread that indexes, which has the flags of the process. */
export type Told =
  | { readonly kind: "opened"; readonly url: string }
  | { readonly kind: "facts"; readonly facts: IndexingFacts }
  | { readonly kind: "shown"; readonly shown: Shown }
  /** Its last words: why it could not go on, in a line, or null when it was stopped. */
  | { readonly kind: "ended"; readonly why: string | null };

/** A call of the screen. */
export type Shown = {
  [K in keyof Screen]: readonly [K, ...Parameters<Screen[K]>];
}[keyof Screen];

/** To it. It waits with its first block until requests are answered. */
export type Order =
  { readonly kind: "begin"; readonly base: string } | { readonly kind: "stop" };

interface Parts {
  readonly flags: ServeFlags;
  readonly screen: Screen;
  readonly facts: IndexingFacts;
}

/**
 * Answers in processes of their own, and indexes in a thread of this one. The thread steps back where processors are few,
 * which the process cannot: workers that are started later would step back as well.
 */
export async function indexBesideWorkers(
  parts: Parts,
  signal: AbortSignal,
): Promise<void> {
  const indexer = new IndexerThread(parts);
  signal.addEventListener("abort", () => {
    indexer.tell({ kind: "stop" });
  });
  const url = await Promise.race([indexer.opened, indexer.ended]);
  if (url === undefined) return; // stopped before it came to that
  const workers = await startWorkers({ ...parts, url });
  indexer.tell({ kind: "begin", base: workers.base });
  try {
    await indexer.ended;
  } finally {
    await workers.close();
  }
}

const THREAD = threadFile(import.meta, "indexerThread");

class IndexerThread {
  readonly #thread: Worker;
  readonly #parts: Parts;
  readonly #opened = Promise.withResolvers<string>();
  readonly #ended = Promise.withResolvers<undefined>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#thread = new Worker(THREAD, { argv: process.argv.slice(2) });
    this.#thread.on("message", (told: Told) => {
      this.#hear(told);
    });
    this.#thread.once("error", this.#ended.reject);
  }

  /** With the URL of its store, once it is there. */
  get opened(): Promise<string> {
    return this.#opened.promise;
  }

  get ended(): Promise<undefined> {
    return this.#ended.promise;
  }

  tell(order: Order): void {
    this.#thread.postMessage(order);
  }

  #hear(told: Told): void {
    const { screen, facts } = this.#parts;
    if (told.kind === "opened") this.#opened.resolve(told.url);
    else if (told.kind === "facts") facts.follow(told.facts);
    else if (told.kind === "shown") show(screen, told.shown);
    else if (told.why === null) this.#ended.resolve(undefined);
    else this.#ended.reject(new UsageError(told.why));
  }
}

function show(screen: Screen, [method, ...args]: Shown): void {
  (screen[method] as (...args: readonly unknown[]) => void)(...args);
}
