import { setTimeout as sleep } from "node:timers/promises";
import type {
  BlockContext,
  ListChange,
  ListChanges,
  WatchedList,
} from "../domain/listChange.ts";
import type { Slot } from "../domain/values.ts";
import { RpcError } from "../rpc/errors.ts";
import { slotNotReached, withoutWaiting } from "../rpc/minContextSlot.ts";
import { findPlace, type LogPlace } from "../store/changeLog/readEntries.ts";
import type { MaybePromise } from "../store/maybePromise.ts";
import type { Reader } from "../store/reader.ts";
import { Feed } from "./feed.ts";
import { MemoryBudget } from "./inbox.ts";
import { Subscription } from "./subscription.ts";
import { parseWatched } from "./watchedLists.ts";

export interface SubscribeOptions {
  /** Waits until the slot can be read; throws an RpcError if it takes too long. By default it does not wait. */
  readonly reach?: (slot: Slot) => MaybePromise<void>;
  /** The subscription begins at this slot or a later one. */
  readonly minContextSlot?: Slot | null;
  readonly budget?: MemoryBudget;
  /** Called when the subscriber is too slow. By default it continues by reading the log. */
  readonly onBehind?: () => void;
}

const LOOK_MS = 5;
const LATE_MS = 2_000;

/** Bytes of changes that wait for one subscriber. */
const BUDGET = 2 ** 20;

/** The changes of all lists of a store, for the subscribers in this process. */
export class LiveLists implements ListChanges {
  readonly #reader: Reader;
  readonly #feed: Feed;

  constructor(reader: Reader, onError: (error: unknown) => void) {
    this.#reader = reader;
    this.#feed = new Feed(reader, onError);
  }

  get subscriptions(): number {
    return this.#feed.subscriptions;
  }

  /** Throws an RpcError if the parameters are wrong, or the list cannot be followed from there. */
  async subscribe(
    list: WatchedList,
    from: BlockContext | null,
    options: SubscribeOptions = {},
  ): Promise<Subscription> {
    const watched = parseWatched(list);
    const watch = this.#feed.reserve(watched);
    try {
      const place = await this.#begin(from, options);
      return new Subscription({
        ...{ feed: this.#feed, reader: this.#reader, watch, place },
        budget: options.budget ?? new MemoryBudget(BUDGET),
        onBehind: options.onBehind ?? (() => undefined),
      });
    } catch (error) {
      this.#feed.release(watch);
      throw error;
    }
  }

  async *follow(
    list: WatchedList,
    from: BlockContext | null,
    signal: AbortSignal,
  ): AsyncGenerator<ListChange> {
    const subscription = await this.subscribe(list, from);
    if (!from) yield subscription.start;
    yield* subscription.changes(signal);
  }

  async #begin(
    from: BlockContext | null,
    { reach = this.#reach, minContextSlot = null }: SubscribeOptions,
  ): Promise<LogPlace> {
    if (!(await this.#feed.start())) {
      await reach(1);
      if (!(await this.#feed.start())) throw slotNotReached(0);
    }
    if (minContextSlot !== null) await this.#feedReaches(minContextSlot, reach);
    if (!from) return this.#feed.place;
    const known = await this.#find(from);
    if (known.kind !== "ahead") return placeIn(known);
    await reach(from.slot);
    return placeIn(await this.#find(from));
  }

  /** Waits for the feed, which reads a block a little later than requests can. */
  async #feedReaches(
    slot: Slot,
    reach: NonNullable<SubscribeOptions["reach"]>,
  ): Promise<void> {
    await reach(slot);
    const late = performance.now() + LATE_MS;
    while (this.#feed.place.context.slot < slot) {
      if (performance.now() > late)
        throw slotNotReached(this.#feed.place.context.slot);
      await sleep(LOOK_MS);
    }
  }

  readonly #reach = (slot: Slot): MaybePromise<void> =>
    withoutWaiting(this.#reader)(slot, {
      ...{ caller: undefined, waitedMs: 0 },
      abandoned: () => new AbortController().signal,
    });

  #find(from: BlockContext) {
    return this.#reader.snapshot((reading) => findPlace(reading, from));
  }
}

function placeIn(found: Awaited<ReturnType<typeof findPlace>>): LogPlace {
  if (found.kind === "found") return found.place;
  throw found.kind === "ahead"
    ? slotNotReached(found.head)
    : new RpcError("notKept", found.why);
}
