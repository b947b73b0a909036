import type { Slot } from "../domain/values.ts";
import { asRpcError } from "../rpc/dispatch/errorAnswer.ts";
import { RpcError } from "../rpc/errors.ts";
import type { Reading } from "../store/connection.ts";
import { mayHaveChanged } from "../store/changeLog/entryRows.ts";
import { checksumOf, type ListId } from "../store/changeLog/lists.ts";
import {
  type Entry,
  type LogPlace,
  readEnd,
  readRows,
} from "../store/changeLog/readEntries.ts";
import type { Reader } from "../store/reader.ts";
import { emptyChange } from "./change.ts";
import type { Inbox } from "./inbox.ts";
import {
  contextAfter,
  entriesAfter,
  everythingChanged,
  cannotContinue,
} from "./logSteps.ts";
import { renderEntry, rowsByList, changedLists } from "./renderEntry.ts";
import { type Polling, pollLog } from "./pollLog.ts";
import type { Watched } from "./watchedLists.ts";

/** A watched list and its subscribers. */
export interface Watch {
  readonly watched: Watched;
  readonly inboxes: Set<Inbox>;
  users: number;
}

/** Distinct filters and slices of one owner. */
const MOST_VARIANTS = 64;
/** Entries to read at once. */
const STEP = 16;
const HEARTBEAT_CHECK_MS = 1_000;
/** After this long without a change, a subscriber gets an empty one. */
const HEARTBEAT_MS = 10_000;
/** After this many failures in a row that are not RpcErrors, all subscriptions end. */
const MOST_FAILURES = 3;
/** With at most this many watched lists, their checksums decide whether to read the rows of an entry. */
const FEW_LISTS = 256;

/** Reads each new entry of the change log once, and passes its changes to the subscribers of the lists. */
export class Feed {
  readonly #reader: Reader;
  readonly #onError: (error: unknown) => void;
  readonly #lists = new Map<ListId, Map<string, Watch>>();
  /** Lists that are watched since the current entry began to be rendered. */
  readonly #newWatches = new Set<Watch>();
  #users = 0;
  #place: LogPlace | null = null;
  #starting: Promise<void> | null = null;
  #polling: Polling | null = null;
  #heartbeat: NodeJS.Timeout | null = null;
  #reading: Promise<Slot | null> | null = null;
  /** Whether the store may have changed since reading began. */
  #mayHaveMore = false;
  #failures = 0;

  constructor(reader: Reader, onError: (error: unknown) => void) {
    this.#reader = reader;
    this.#onError = onError;
  }

  /** The newest entry that subscribers have. */
  get place(): LogPlace {
    if (!this.#place)
      throw cannotContinue("following the change log has failed");
    return this.#place;
  }

  get isStarted(): boolean {
    return this.#place !== null;
  }

  isAt(number: number): boolean {
    return this.#place?.number === number;
  }

  get subscriptions(): number {
    return this.#users;
  }

  /** Counts one more subscriber of the list. Throws an RpcError at the limit. */
  reserve(watched: Watched): Watch {
    let watches = this.#lists.get(watched.list);
    const name = nameOf(watched);
    const known = this.#find(watched);
    const watch = known ?? { watched, inboxes: new Set<Inbox>(), users: 0 };
    if (!known) {
      if (watched.variant !== "") assertRoom(watches);
      if (!watches) {
        watches = new Map<string, Watch>();
        this.#lists.set(watched.list, watches);
      }
      watches.set(name, watch);
      this.#newWatches.add(watch);
    }
    watch.users++;
    this.#users++;
    return watch;
  }

  release(watch: Watch): void {
    this.#users--;
    watch.users--;
    if (watch.users === 0) {
      const { list } = watch.watched;
      const watches = this.#lists.get(list)!;
      watches.delete(nameOf(watch.watched));
      this.#newWatches.delete(watch);
      if (watches.size === 0) this.#lists.delete(list);
    }
    if (this.#users === 0) this.#stop();
  }

  /** Resolves when `place` is known, with false while there is no block. Call it after `reserve`. */
  async start(): Promise<boolean> {
    if (this.#place) return true;
    this.#starting ??= this.#begin().finally(() => {
      this.#starting = null;
    });
    await this.#starting;
    return this.isStarted;
  }

  async #begin(): Promise<void> {
    const end = await this.#reader.snapshot(readEnd);
    if (!end || this.#users === 0) return;
    this.#place = end;
    this.#polling = pollLog(this.#reader, () => this.#readNew());
    this.#heartbeat = setInterval(() => {
      this.#sendHeartbeats();
    }, HEARTBEAT_CHECK_MS).unref();
  }

  #stop(): void {
    this.#polling?.stop();
    this.#polling = null;
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    this.#heartbeat = null;
    this.#place = null;
    this.#failures = 0;
  }

  /** Returns the newest slot that subscribers have, or null if reading failed. */
  #readNew(): Promise<Slot | null> {
    this.#mayHaveMore = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readAll(): Promise<Slot | null> {
    try {
      while (this.#mayHaveMore) {
        this.#mayHaveMore = false;
        while (await this.#reader.snapshot((reading) => this.#step(reading)));
      }
      this.#failures = 0;
      return this.#place?.context.slot ?? null;
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }

  #failed(error: unknown): void {
    // All subscribers have left, perhaps because the store is being closed.
    if (this.#place === null) return;
    const isOver = error instanceof RpcError;
    if (!isOver) this.#onError(error);
    // No subscriber may miss an entry.
    if (isOver || ++this.#failures >= MOST_FAILURES)
      this.#failAll(asRpcError(error));
  }

  #failAll(error: Error): void {
    for (const inbox of this.#inboxes()) inbox.fail(error);
    this.#stop();
  }

  /** Returns whether there may be more entries. */
  async #step(reading: Reading): Promise<boolean> {
    const place = this.#place;
    if (!place) return false;
    const entries = await entriesAfter(reading, place, STEP);
    for (const entry of entries) {
      await this.#pass(reading, entry);
      // All subscribers may have left.
      if (this.#place === null) return false;
    }
    return entries.length === STEP;
  }

  async #pass(reading: Reading, entry: Entry): Promise<void> {
    const context = contextAfter(entry);
    this.#newWatches.clear();
    const rendered = await this.#render(reading, entry);
    if (this.#place === null) return;
    // Nothing is awaited from here on, so a new subscriber begins after this entry.
    const { number } = entry;
    for (const { inboxes } of this.#newWatches)
      for (const inbox of inboxes) inbox.fallBehind();
    for (const [watched, parts] of rendered)
      for (const inbox of this.#find(watched)?.inboxes ?? [])
        inbox.push({ number, parts });
    if (entry.isUndone) {
      const parts = [emptyChange(context, number, true)];
      for (const inbox of this.#inboxes())
        if (inbox.context.slot > context.slot) inbox.push({ number, parts });
    }
    this.#place = { number, context };
  }

  async #render(reading: Reading, entry: Entry) {
    if (!this.#mayConcern(entry)) return new Map<Watched, never>();
    const encoded = await readRows(reading, entry.number);
    if (!encoded) throw everythingChanged(entry);
    const rows = rowsByList(encoded, this.#lists);
    const watched = [...rows.keys()].flatMap((list) =>
      [...(this.#lists.get(list)?.values() ?? [])].map((w) => w.watched),
    );
    return renderEntry(reading, entry, changedLists(rows, watched));
  }

  #mayConcern({ lists }: Entry): boolean {
    // An entry without lists may concern all of them.
    if (this.#lists.size > FEW_LISTS || lists.length === 0) return true;
    return this.#lists
      .keys()
      .some((list) => mayHaveChanged(lists, checksumOf(list)));
  }

  #sendHeartbeats(): void {
    if (!this.#place) return;
    const { number, context } = this.#place;
    const parts = [emptyChange(context, number)];
    const before = performance.now() - HEARTBEAT_MS;
    for (const inbox of this.#inboxes())
      if (inbox.lastPushAt <= before && inbox.isEmpty)
        inbox.push({ number, parts });
  }

  #find(watched: Watched): Watch | undefined {
    return this.#lists.get(watched.list)?.get(nameOf(watched));
  }

  *#inboxes(): Generator<Inbox> {
    for (const watches of this.#lists.values())
      for (const { inboxes } of watches.values()) yield* inboxes;
  }
}

function nameOf({ prefix, variant }: Watched): string {
  return `${prefix ? Buffer.from(prefix).toString("hex") : ""}|${variant}`;
}

function assertRoom(watches: ReadonlyMap<string, Watch> | undefined): void {
  const variants = [...(watches?.values() ?? [])].filter(
    ({ watched }) => watched.variant !== "",
  );
  if (variants.length >= MOST_VARIANTS)
    throw new RpcError(
      "unavailable",
      `accounts of this owner are watched with ${MOST_VARIANTS} different filters and slices already`,
    );
}
