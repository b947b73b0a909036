import type { Slot } from "../../domain/values.ts";
import type { Row, Value } from "../connection.ts";

/** What the last transactions touched, under rising numbers. Of use to SQLite only, so it is no table of the schema. */
export const TOUCHED_LOG =
  "create table if not exists touched (number integer primary key, rows blob)";
export const TELL = "insert into touched (rows) values (?)";
/** Who has not looked for more transactions than that has to forget everything. */
export const KEPT = 16;
export const FORGET_TOLD = `delete from touched where number <= (select max(number) from touched) - ${KEPT}`;

const IS_THERE = "select 1 from sqlite_schema where name = 'touched'";
/** Which blocks there are, by the head and by the ends of the ranges. */
const STANDING = `select (select coalesce(max(number), 0) from touched), coalesce(max(slot), 0), max(slot) || blockhash ||
  (select group_concat(first_slot || '-' || last_slot) from ranges) from blocks`;
const TOLD =
  "select number, rows from touched where number > ? order by number";

/** What has been written since the last look. */
export interface News {
  /** The last indexed slot now. */
  readonly slot: Slot;
  readonly touched: readonly Uint8Array[];
}

interface Standing {
  /** Of the newest entry of the log. */
  readonly number: number;
  readonly slot: Slot;
  readonly blocks: string | null;
}

type ReadAtOnce = (sql: string, values: readonly Value[]) => readonly Row[];

/** Looks at the log of a store that others write to. */
export class TouchedLog {
  readonly #all: ReadAtOnce;
  #last: Standing | null = null;

  constructor(all: ReadAtOnce) {
    this.#all = all;
  }

  /** To be asked whenever the store may have changed. Null if anything may be different. */
  news(): News | null {
    const last = this.#last;
    const now = this.#standing();
    this.#last = now;
    if (!last || !now) return null;
    const count = now.number - last.number;
    // When SQLite begins its log anew the store seems changed and is not. Blocks that nobody told of are an older version's.
    const isTold = count > 0 ? count <= KEPT : now.blocks === last.blocks;
    if (!isTold) return null;
    const touched = count > 0 ? this.#toldSince(last.number) : [];
    const isWhole = touched.every((each) => each !== null);
    return isWhole ? { slot: now.slot, touched } : null;
  }

  /** Null in a store that only older versions have written to. */
  #standing(): Standing | null {
    if (!this.#last && this.#all(IS_THERE, []).length === 0) return null;
    const [row] = this.#all(STANDING, []);
    const [number, slot, blocks] = row as [number, Slot, string | null];
    return { number, slot, blocks };
  }

  #toldSince(number: number): (Uint8Array | null)[] {
    const rows = this.#all(TOLD, [number]);
    return rows.map(([, touched]) => touched as Uint8Array | null);
  }
}
