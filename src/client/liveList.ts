import { pause, pauseAfter } from "./abort.ts";
import type { BlockContext } from "./connection.ts";
import { TachyonError } from "./error.ts";
import { FoldedList } from "./foldedList.ts";
import type { ItemOf, ListName } from "./lists.ts";
import type { Change } from "./watch.ts";

export type LiveState =
  /** The list is being read for the first time. */
  | "loading"
  | "live"
  /** The connection is lost and is being opened again; the items are the last known ones. */
  | "reconnecting"
  | "failed"
  | "closed";

export interface LiveListParts<M extends ListName> {
  readonly method: M;
  readonly watch: (
    signal: AbortSignal,
    onLost: () => void,
  ) => AsyncGenerator<Change<ItemOf<M>>>;
  /** The list at a block. */
  readonly walk: (at: BlockContext) => AsyncIterable<ItemOf<M>>;
  readonly signals: readonly AbortSignal[];
}

/** The changes do not belong to the list that was read. */
class OutOfStep extends Error {}

/** A list that stays up to date, sorted as its method sorts it. */
export class LiveList<M extends ListName = ListName> {
  readonly #parts: LiveListParts<M>;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #listeners = new Set<() => void>();
  readonly #ready = Promise.withResolvers<undefined>();
  #list: FoldedList<M>;
  #items: readonly ItemOf<M>[] = [];
  #context: BlockContext | null = null;
  #state: LiveState = "loading";
  #error: unknown = null;

  constructor(parts: LiveListParts<M>) {
    this.#parts = parts;
    this.#list = new FoldedList(parts.method);
    this.#signal = AbortSignal.any([this.#stop.signal, ...parts.signals]);
    this.#ready.promise.catch(() => undefined);
    void this.#run();
  }

  /** A new array after each change. */
  get items(): readonly ItemOf<M>[] {
    return this.#items;
  }

  /** The block after which the items are the list; null before they have been read. */
  get context(): BlockContext | null {
    return this.#context;
  }

  get state(): LiveState {
    return this.#state;
  }

  /** Why the state is `failed`. */
  get error(): unknown {
    return this.#error;
  }

  /** Resolves when the list has been read; rejects if it fails or is closed before. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Calls back after each change of items, context or state. Returns what ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  close(): void {
    this.#stop.abort();
  }

  async #run(): Promise<void> {
    for (let failures = 0; ;) {
      try {
        await this.#follow(() => (failures = 0));
        break; // the signal has aborted
      } catch (error) {
        if (this.#signal.aborted) break;
        if (!mayPass(error)) {
          this.#end("failed", error);
          return;
        }
        this.#show({ state: this.#lostState() });
        await pause(pauseAfter(failures++), this.#signal);
      }
    }
    this.#end("closed", new Error("the list was closed"));
  }

  async #follow(onLive: () => void): Promise<void> {
    const onLost = (): void => {
      this.#show({ state: this.#lostState() });
    };
    for await (const change of this.#parts.watch(this.#signal, onLost)) {
      const { context, removed, added, restarted } = change;
      if (restarted) await this.#read(context);
      else if (!this.#list.fold(removed, added)) throw new OutOfStep();
      onLive();
      this.#show({ state: "live", context });
      this.#ready.resolve(undefined);
    }
  }

  async #read(at: BlockContext): Promise<void> {
    const items: ItemOf<M>[] = [];
    for await (const item of this.#parts.walk(at)) {
      this.#signal.throwIfAborted();
      items.push(item);
    }
    this.#list = new FoldedList(this.#parts.method, items);
  }

  #lostState(): LiveState {
    return this.#context ? "reconnecting" : "loading";
  }

  #end(state: LiveState, error: unknown): void {
    this.#error = state === "failed" ? error : null;
    this.#ready.reject(error);
    this.#show({ state });
  }

  #show({
    state,
    context,
  }: {
    state: LiveState;
    context?: BlockContext;
  }): void {
    this.#state = state;
    if (context) {
      this.#context = context;
      this.#items = this.#list.items;
    }
    for (const listener of this.#listeners) listener();
  }
}

/** Overload, a lagging server, a lost network: the list is read again. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof TachyonError)) return !(error instanceof RangeError);
  return [-32005, -32011, -32016, -32603, 429, 500, 502, 503, 504].includes(
    error.code,
  );
}
