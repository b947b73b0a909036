import type { Slot } from "../../domain/values.ts";
import type { Row, Value } from "../connection.ts";
import { listChanges } from "../schema/tables.ts";

/** A reader more than 16 transactions behind clears its cache. */
export const KEPT_ENTRIES = 16;
/** The same for a transaction with more bytes of changes than this: reading them would hold up requests. */
export const MOST_BYTES = 2 ** 20;

const { name } = listChanges;
const IS_THERE = `select 1 from sqlite_schema where name = '${name}'`;
const NOW = `select (select coalesce(max(number), 0) from ${name}), coalesce(max(slot), 0) from blocks`;
const ENTRIES_SINCE = `select case when length(rows) <= ${MOST_BYTES} then rows end from ${name} where number > ? order by number`;

/** The changes since a reader last looked. */
export interface Invalidations {
  /** The newest indexed slot. */
  readonly slot: Slot;
  /** See changeLog/entryRows.ts. */
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
    // A store that only an older version has written to has no such log.
    if (last === null && this.#all(IS_THERE, []).length === 0) return null;
    const [now] = this.#all(NOW, []);
    const [number, slot] = now as [number, Slot];
    const isLogged = last !== null && number - last <= KEPT_ENTRIES;
    const changedRows = isLogged ? this.#entriesSince(last, number) : null;
    this.#last = number;
    return changedRows && { slot, changedRows };
  }

  #entriesSince(last: number, newest: number): Uint8Array[] | null {
    const entries = this.#all(ENTRIES_SINCE, [last]).map(([rows]) => rows);
    const isWhole =
      entries.length === newest - last &&
      entries.every((rows) => rows !== null);
    return isWhole ? (entries as Uint8Array[]) : null;
  }
}
