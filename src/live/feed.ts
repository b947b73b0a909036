import type { Slot } from "../domain/values.ts";
import { RpcError } from "../rpc/errors.ts";
import type { Reading } from "../store/connection.ts";
import { mayName } from "../store/changeLog/entryRows.ts";
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
  lostTrack,
} from "./logSteps.ts";
import { renderEntry, rowsByList, touchedBy } from "./renderEntry.ts";
import { type Wake, wakeOf } from "./wake.ts";
import type { Watched } from "./watchedLists.ts";

/** A watched list, and those who follow it. */
export interface Watch {
  readonly watched: Watched;
  readonly inboxes: Set<Inbox>;
  users: number;
}

/** Distinct filters and slices of one owner. */
const MOST_VARIANTS = 64;
/** Entries that are read at once. */
const STEP = 16;
const BEAT_MS = 1_000;
/** After this long without a change, subscribers are told where the list is. */
const QUIET_MS = 10_000;
/** A step that fails this often for other reasons than the database ends all subscriptions. */
const MOST_FAILURES = 3;
/** Up to this many lists are looked for by their checksums, before an entry's rows are read. */
const FEW_LISTS = 256;

/** Reads each new entry of the change log once, and passes it to everyone who follows one of its lists. */
export class Feed {
  readonly #reader: Reader;
  readonly #onError: (error: unknown) => void;
  readonly #lists = new Map<ListId, Map<string, Watch>>();
  /** Watches that began while an entry was being rendered. */
  readonly #fresh = new Set<Watch>();
  #users = 0;
  #place: LogPlace | null = null;
  #starting: Promise<void> | null = null;
  #wake: Wake | null = null;
  #beat: NodeJS.Timeout | null = null;
  #looking: Promise<Slot | null> | null = null;
  /** Whether the store may have changed since the running look began. */
  #again = false;
  #failures = 0;

  constructor(reader: Reader, onError: (error: unknown) => void) {
    this.#reader = reader;
    this.#onError = onError;
  }

  /** The entry that followers have been told up to. */
  get place(): LogPlace {
    if (!this.#place) throw lostTrack("following the change log has failed");
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

  /** Reserves a place among those who watch the list. Throws an RpcError at the bound. */
  reserve(watched: Watched): Watch {
    let watches = this.#lists.get(watched.list);
    const name = nameOf(watched);
    const known = watches?.get(name);
    const watch = known ?? { watched, inboxes: new Set<Inbox>(), users: 0 };
    if (!known) {
      if (watched.variant !== "") assertRoom(watches);
      if (!watches) {
        watches = new Map<string, Watch>();
        this.#lists.set(watched.list, watches);
      }
      watches.set(name, watch);
      this.#fresh.add(watch);
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
      this.#fresh.delete(watch);
      if (watches.size === 0) this.#lists.delete(list);
    }
    if (this.#users === 0) this.#stop();
  }

  /** Resolves when `place` is known. False while there is no block. Call it after `reserve`. */
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
    this.#wake = wakeOf(this.#reader, () => this.#look());
    this.#beat = setInterval(() => {
      this.#tellQuiet();
    }, BEAT_MS).unref();
  }

  #stop(): void {
    this.#wake?.stop();
    this.#wake = null;
    if (this.#beat) clearInterval(this.#beat);
    this.#beat = null;
    this.#place = null;
    this.#failures = 0;
  }

  /** Returns the newest slot that followers know; null if that could not be read. */
  #look(): Promise<Slot | null> {
    this.#again = true;
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #lookNow(): Promise<Slot | null> {
    try {
      while (this.#again) {
        this.#again = false;
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
    const isOver = error instanceof RpcError;
    if (!isOver) this.#onError(error);
    // Nobody may be left with a list that lacks an entry.
    if (isOver || ++this.#failures >= MOST_FAILURES)
      this.#endAll(error as Error);
  }

  #endAll(error: Error): void {
    for (const inbox of this.#inboxes()) inbox.fail(error);
    this.#stop();
  }

  /** Whether more may follow. */
  async #step(reading: Reading): Promise<boolean> {
    const place = this.#place;
    if (!place) return false;
    const entries = await entriesAfter(reading, place, STEP);
    for (const entry of entries) {
      await this.#pass(reading, entry);
      // All subscribers may have left meanwhile.
      if (this.#place === null) return false;
    }
    return entries.length === STEP;
  }

  async #pass(reading: Reading, entry: Entry): Promise<void> {
    const context = contextAfter(entry);
    this.#fresh.clear();
    const rendered = await this.#render(reading, entry);
    if (this.#place === null) return;
    // From here on nothing is awaited: whoever joins later begins after this entry.
    const { number } = entry;
    const told = new Set<Inbox>();
    for (const watch of this.#watches()) {
      const parts = rendered.get(watch.watched);
      for (const inbox of watch.inboxes) {
        if (this.#fresh.has(watch)) inbox.fallBehind();
        else if (parts) inbox.push({ number, parts });
        else continue;
        told.add(inbox);
      }
    }
    if (entry.isUndone) {
      const parts = [emptyChange(context, number, true)];
      for (const inbox of this.#inboxes())
        if (!told.has(inbox) && inbox.context.slot > context.slot)
          inbox.push({ number, parts });
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
    return renderEntry(reading, entry, touchedBy(rows, watched));
  }

  #mayConcern({ lists }: Entry): boolean {
    // A fill that changed everything names no list.
    if (this.#lists.size > FEW_LISTS || lists.length === 0) return true;
    return this.#lists.keys().some((list) => mayName(lists, checksumOf(list)));
  }

  #tellQuiet(): void {
    if (!this.#place) return;
    const { number, context } = this.#place;
    const parts = [emptyChange(context, number)];
    const before = performance.now() - QUIET_MS;
    for (const inbox of this.#inboxes())
      if (inbox.since <= before && inbox.isEmpty) inbox.push({ number, parts });
  }

  *#watches(): Generator<Watch> {
    for (const watches of this.#lists.values()) yield* watches.values();
  }

  *#inboxes(): Generator<Inbox> {
    for (const { inboxes } of this.#watches()) yield* inboxes;
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
