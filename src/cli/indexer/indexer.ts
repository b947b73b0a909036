import { Worker } from "node:worker_threads";
import { Health, type HealthState } from "../../ingest/health.ts";
import type { IndexingFacts } from "../../serve/indexing.ts";
import { threadFile } from "../../store/threadFile.ts";
import type { Screen } from "../screen.ts";
import { UsageError } from "../usage.ts";

/** From the thread, which has the flags of the process. */
export type Told =
  | { readonly kind: "opened"; readonly url: string }
  | { readonly kind: "news"; readonly news: News }
  | { readonly kind: "shown"; readonly shown: Shown }
  /** Its last words: why it could not go on, or null when it has done what was asked. */
  | { readonly kind: "ended"; readonly why: string | null };

/** How indexing goes. */
interface News {
  readonly facts: IndexingFacts;
  readonly health: HealthState | null;
}

/** A call of the screen. */
export type Shown = {
  [K in keyof Screen]: readonly [K, ...Parameters<Screen[K]>];
}[keyof Screen];

/** To it. It waits with its first block until requests are answered. */
export type Order =
  { readonly kind: "begin"; readonly base: string } | { readonly kind: "stop" };

interface Parts {
  readonly screen: Screen;
  readonly facts: IndexingFacts;
  readonly maxLag: number;
}

const THREAD = threadFile(import.meta, "thread");

/** Indexes the chain in a thread beside those that answer requests. */
export class Indexer {
  /** As the thread sees it. */
  readonly health: Health;
  readonly #thread: Worker;
  readonly #screen: Screen;
  readonly #facts: IndexingFacts;
  readonly #opened = Promise.withResolvers<string>();
  readonly #ended = Promise.withResolvers<undefined>();
  #state: HealthState | null = null;

  constructor({ screen, facts, maxLag }: Parts) {
    this.#screen = screen;
    this.#facts = facts;
    this.health = new Health({
      maxLag,
      newest: () => this.#state?.newest ?? null,
      trouble: () => this.#state?.trouble ?? null,
    });
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
    if (told.kind === "opened") this.#opened.resolve(told.url);
    else if (told.kind === "news") this.#follow(told.news);
    else if (told.kind === "shown") show(this.#screen, told.shown);
    else if (told.why === null) this.#ended.resolve(undefined);
    else this.#ended.reject(new UsageError(told.why));
  }

  #follow({ facts, health }: News): void {
    this.#facts.follow(facts);
    this.#state = health;
    if (health?.head != null) this.health.wrote(health.head);
  }
}

function show(screen: Screen, [method, ...args]: Shown): void {
  (screen[method] as (...args: readonly unknown[]) => void)(...args);
}
