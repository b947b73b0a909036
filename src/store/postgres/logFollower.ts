import type { Slot } from "../../domain/values.ts";
import type { Row, Value } from "../connection.ts";
import { postgres } from "../dialect.ts";
import {
  type Invalidations,
  KEPT_ENTRIES,
  MOST_BYTES,
} from "../pageCache/invalidationLog.ts";
import type { ChangeFeed } from "../pageCache/pageCache.ts";
import { listChanges } from "../schema/tables.ts";

const { name } = listChanges;

/**
 * Names the state of all lists: the newest entry of the log. Its number alone would not do, because a standby that
 * becomes the primary may lack the last entries, and writes others with their numbers.
 */
const STATE = `number || ' ' || written_ms || ' ' || coalesce(blockhash, '')`;

/** The state that a statement reads. */
export const STATE_READ = `(select ${STATE} from ${name} order by number desc limit 1)`;

const ENTRY = `number, ${STATE}, slot, case when length(rows) <= ${MOST_BYTES} then rows end`;
/** None on Citus, where the log and the lists have no common snapshot. */
const LAST_ENTRY = `select ${ENTRY} from ${name} where ${postgres.distributed} = 0 order by number desc limit 1`;
const ENTRIES_FROM = `select ${ENTRY} from ${name} where number >= ? order by number limit ${KEPT_ENTRIES + 2}`;

/** If no look at the log has begun within this time, entries may be missing. */
const CURRENT_MS = 3_000;

interface Entry {
  readonly number: number;
  readonly state: string;
  readonly slot: Slot;
  /** Null if anything may have changed. */
  readonly rows: Uint8Array | null;
}

/** Asks a server that has the slot. */
type Ask = (
  sql: string,
  values: readonly Value[],
  slot: Slot,
) => Promise<readonly Row[]>;

/**
 * Reads the change log after each announced block, so that a request for a cached page takes no round trip. Announcements
 * may be lost, so the reader also calls `look` every second.
 */
export class LogFollower implements ChangeFeed {
  readonly #ask: Ask;
  #last: Entry | null = null;
  /** The changes that the cache does not know; null if anything may have changed. */
  #changedRows: Uint8Array[] | null = null;
  #version = 0;
  #lookedAt = -Infinity;
  /** Announcements so far, and how many of them the last look includes. */
  #announcements = 0;
  #included = 0;
  #announcedSlot: Slot = 0;
  #isLooking = false;
  #again = false;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** The state that the reported changes lead to. Null if it is older than the slot, or may be outdated. */
  state(slot: Slot): string | null {
    const last = this.#last;
    const isCurrent =
      this.#included === this.#announcements &&
      performance.now() - this.#lookedAt < CURRENT_MS;
    return last && isCurrent && last.slot >= slot ? last.state : null;
  }

  version(): number {
    return this.#version;
  }

  invalidations(): Invalidations | null {
    const changedRows = this.#changedRows;
    this.#changedRows = [];
    return this.#last && changedRows && { slot: this.#last.slot, changedRows };
  }

  /** The writer has committed a transaction that leads to this slot. */
  announced(slot: Slot): void {
    this.#announcements += 1;
    this.#announcedSlot = slot;
    this.look();
  }

  /** Looks for new entries. If that fails, `state` is null until another look succeeds. */
  look(): void {
    this.#again = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#lookWhileNew()
      .catch(() => undefined)
      .finally(() => {
        this.#isLooking = false;
      });
  }

  async #lookWhileNew(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const announcements = this.#announcements;
      const now = performance.now();
      await this.#lookOnce();
      this.#lookedAt = now;
      this.#included = announcements;
    }
  }

  async #lookOnce(): Promise<void> {
    const last = this.#last;
    if (last) {
      const [same, ...later] = await this.#read(ENTRIES_FROM, [last.number]);
      if (same?.state === last.state && later.length <= KEPT_ENTRIES) {
        for (const entry of later) this.#add(entry);
        return;
      }
    }
    const [newest] = await this.#read(LAST_ENTRY, []);
    this.#last = newest ?? null;
    this.#changedRows = null;
    this.#version += 1;
  }

  #add(entry: Entry): void {
    this.#last = entry;
    this.#version += 1;
    if (entry.rows === null) this.#changedRows = null;
    else this.#changedRows?.push(entry.rows);
  }

  async #read(sql: string, values: readonly Value[]): Promise<Entry[]> {
    const rows = await this.#ask(sql, values, this.#announcedSlot);
    return rows.map(([number, state, slot, changed]) => {
      return { number, state, slot, rows: changed } as Entry;
    });
  }
}
