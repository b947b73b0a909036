import type { Slot } from "../../domain/values.ts";
import type { Row, Value } from "../connection.ts";

export const INSERT_ENTRY = "insert into touched (rows) values (?)";
/** A reader more than 16 transactions behind clears its cache. */
export const KEPT_ENTRIES = 16;
export const DELETE_OLD_ENTRIES = `delete from touched where number <= (select max(number) from touched) - ${KEPT_ENTRIES}`;

const IS_THERE = "select 1 from sqlite_schema where name = 'touched'";
const NOW = `select (select coalesce(max(number), 0) from touched), coalesce(max(slot), 0) from blocks`;
const ENTRIES_SINCE =
  "select rows from touched where number > ? order by number";

/** The changes since a reader last looked. */
export interface Invalidations {
  /** The newest indexed slot. */
  readonly slot: Slot;
  readonly changedRows: readonly Uint8Array[];
}

type ReadAtOnce = (sql: string, values: readonly Value[]) => readonly Row[];

/** Reads which rows other connections have changed. */
export class InvalidationLog {
  readonly #all: ReadAtOnce;
  /** The newest entry at the last look; null before the first look and after a failed one. */
  #last: number | null = null;

  constructor(all: ReadAtOnce) {
    this.#all = all;
  }

  /** Call it whenever the store may have changed. Null if anything may have changed. */
  invalidations(): Invalidations | null {
    const last = this.#last;
    this.#last = null;
    // A store that only an older version has written to has no log.
    if (last === null && this.#all(IS_THERE, []).length === 0) return null;
    const [now] = this.#all(NOW, []);
    const [number, slot] = now as [number, Slot];
    const isLogged = last !== null && number - last <= KEPT_ENTRIES;
    const changedRows = isLogged ? this.#entriesSince(last) : null;
    this.#last = number;
    return changedRows && { slot, changedRows };
  }

  #entriesSince(number: number): Uint8Array[] | null {
    const entry = this.#all(ENTRIES_SINCE, [number]).map(([rows]) => rows);
    const isWhole = entry.every((rows) => rows !== null);
    return isWhole ? (entry as Uint8Array[]) : null;
  }
}
