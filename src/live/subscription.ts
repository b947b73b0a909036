import { setTimeout as sleep } from "node:timers/promises";
import type { BlockContext } from "../domain/listChange.ts";
import type { Reading } from "../store/connection.ts";
import { mayHaveChanged } from "../store/changeLog/entryRows.ts";
import { checksumOf } from "../store/changeLog/lists.ts";
import {
  type Entry,
  type LogPlace,
  readRows,
} from "../store/changeLog/readEntries.ts";
import type { Reader } from "../store/reader.ts";
import { type Change, emptyChange, type Parts } from "./change.ts";
import type { Feed, Watch } from "./feed.ts";
import { type MemoryBudget, Inbox } from "./inbox.ts";
import { contextAfter, entriesAfter, everythingChanged } from "./logSteps.ts";
import { renderEntry, rowsByList, changedLists } from "./renderEntry.ts";

export interface SubscriptionParts {
  readonly feed: Feed;
  readonly reader: Reader;
  readonly watch: Watch;
  readonly place: LogPlace;
  readonly budget: MemoryBudget;
  /** Called when changes arrive faster than the subscriber takes them. Throws if it must not continue from the log. */
  readonly onBehind: () => void;
}

/** Entries to read at once, and the number of characters after which no more are read. */
const STEP = 64;
const STEP_CHARACTERS = 2 ** 20;
/** Pause before this server is asked again, if it is behind the feed. */
const BEHIND_MS = 20;

/** One subscriber of a list. It replays the log up to the newest entry, and then takes changes from the feed. */
export class Subscription {
  /** The empty change that says where the subscription begins. */
  readonly start: Change;
  readonly #parts: SubscriptionParts;
  readonly #checksum: number;
  #place: LogPlace;
  /** The context of the last change that the subscriber got. */
  #context: BlockContext;
  #isOver = false;

  constructor(parts: SubscriptionParts) {
    const { place, watch } = parts;
    this.#parts = parts;
    this.#place = place;
    this.#context = place.context;
    this.#checksum = checksumOf(watch.watched.list);
    this.start = emptyChange(place.context, place.number);
  }

  /** The changes after `start`, until the signal aborts. Throws an RpcError if the list cannot be followed from here. */
  async *changes(signal: AbortSignal): AsyncGenerator<Change> {
    try {
      for (;;) {
        yield* this.#replay(signal);
        const isOverrun = yield* this.#live(signal);
        if (isOverrun) this.#parts.onBehind();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.close();
    }
  }

  /** Needed only if `changes` is not used. May be called more than once. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.feed.release(this.#parts.watch);
  }

  /** Returns whether changes arrived faster than they were taken. */
  async *#live(signal: AbortSignal): AsyncGenerator<Change, boolean> {
    const { feed, watch, budget } = this.#parts;
    // No await before joining: the feed would pass on entries in between.
    if (!feed.isAt(this.#place.number)) return false;
    const inbox = new Inbox(this.#context, budget);
    watch.inboxes.add(inbox);
    try {
      for (;;) {
        const next = await inbox.take(signal);
        if (!next) return inbox.isOverrun;
        const context = next.parts.at(-1)!.context;
        this.#place = { number: next.number, context };
        this.#context = context;
        yield* next.parts;
      }
    } finally {
      watch.inboxes.delete(inbox);
      inbox.close();
    }
  }

  /** Ends when it has caught up with the feed. It does not await anything after that check. */
  async *#replay(signal: AbortSignal): AsyncGenerator<Change> {
    const { feed, reader } = this.#parts;
    for (;;) {
      signal.throwIfAborted();
      await feed.start();
      if (feed.isAt(this.#place.number)) return;
      const step = await reader.snapshot((reading) => this.#step(reading));
      for (const { place, parts } of step.read) {
        this.#place = place;
        if (!parts) continue;
        this.#context = place.context;
        yield* parts;
      }
      if (step.read.length === 0)
        await sleep(BEHIND_MS, undefined, { signal, ref: false });
    }
  }

  async #step(reading: Reading) {
    const read: { place: LogPlace; parts: Parts | null }[] = [];
    const upTo = this.#parts.feed.place.number;
    let notified = this.#context;
    let size = 0;
    for (const entry of await entriesAfter(reading, this.#place, STEP)) {
      // Later ones come from the feed.
      if (entry.number > upTo || size > STEP_CHARACTERS) break;
      const context = contextAfter(entry);
      const parts = await this.#partsOf(reading, entry, notified);
      if (parts) notified = context;
      for (const each of parts ?? []) size += each.size;
      read.push({ place: { number: entry.number, context }, parts });
    }
    return { read };
  }

  async #partsOf(
    reading: Reading,
    entry: Entry,
    notified: BlockContext,
  ): Promise<Parts | null> {
    const { watched } = this.#parts.watch;
    const { lists, number, isUndone } = entry;
    if (lists.length === 0 || mayHaveChanged(lists, this.#checksum)) {
      const encoded = await readRows(reading, number);
      if (!encoded) throw everythingChanged(entry);
      const rows = rowsByList(encoded, new Set([watched.list]));
      const changed = changedLists(rows, [watched]);
      const rendered = await renderEntry(reading, entry, changed);
      const parts = rendered.get(watched);
      if (parts) return parts;
    }
    const context = contextAfter(entry);
    return isUndone && notified.slot > context.slot
      ? [emptyChange(context, number, true)]
      : null;
  }
}
