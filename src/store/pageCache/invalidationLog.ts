import type { Slot } from "../../domain/values.ts";
import type { Row, Value } from "../connection.ts";

export const INSERT_ENTRY = "insert into touched (rows) values (?)";
/** Who has not looked for more transactions than that has to forget everything. */
export const KEPT_ENTRIES = 16;
export const DELETE_OLD_ENTRIES = `delete from touched where number <= (select max(number) from touched) - ${KEPT_ENTRIES}`;

const IS_THERE = "select 1 from sqlite_schema where name = 'touched'";
const NOW = `select (select coalesce(max(number), 0) from touched), coalesce(max(slot), 0) from blocks`;
const ENTRIES_SINCE =
  "select rows from touched where number > ? order by number";

/** What has been written since the last look. */
export interface Invalidations {
  /** The last indexed slot now. */
  readonly slot: Slot;
  readonly changedRows: readonly Uint8Array[];
}

type ReadAtOnce = (sql: string, values: readonly Value[]) => readonly Row[];

/** Looks at what transactions of others have told. */
export class InvalidationLog {
  readonly #all: ReadAtOnce;
  /** The number of the newest entry at the last look; null before a first one, and after one that failed. */
  #last: number | null = null;

  constructor(all: ReadAtOnce) {
    this.#all = all;
  }

  /** To be asked whenever the store may have changed. Null if anything may be different. */
  invalidations(): Invalidations | null {
    const last = this.#last;
    this.#last = null;
    // An older version makes no log; whoever knows of it keeps older versions away.
    if (last === null && this.#all(IS_THERE, []).length === 0) return null;
    const [now] = this.#all(NOW, []);
    const [number, slot] = now as [number, Slot];
    const isTold = last !== null && number - last <= KEPT_ENTRIES;
    const changedRows = isTold ? this.#entriesSince(last) : null;
    this.#last = number;
    return changedRows && { slot, changedRows };
  }

  #entriesSince(number: number): Uint8Array[] | null {
    const entry = this.#all(ENTRIES_SINCE, [number]).map(([rows]) => rows);
    const isWhole = entry.every((rows) => rows !== null);
    return isWhole ? (entry as Uint8Array[]) : null;
  }
}
