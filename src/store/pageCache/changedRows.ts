// Which list rows a transaction changed, so that page caches drop the pages that contain them and no others.
import { crc32 } from "node:zlib";
import type { Row } from "../connection.ts";
import { allTables, isList, type Table } from "../schema/tables.ts";

/** Adjacent rows of one list. Both ends are included. */
export interface RowRange {
  readonly list: number;
  readonly least: Uint8Array;
  readonly most: Uint8Array;
}

/** Identifies a list by a checksum. If two lists collide, a change of one also drops pages of the other. */
export function listNumber(table: Table, key: Uint8Array): number {
  return crc32(key, crc32(table.name));
}

/** Four times what a block at the tip needs. A larger transaction is recorded as "everything changed". */
const MAX_BYTES = 2 ** 20;

/**
 * Collects the changed rows of a transaction as runs: rows of one list in ascending order. A run is encoded as the list's
 * number, the length of a position (one byte), the number of rows, and their positions.
 */
export class ChangedRows {
  #bytes = Buffer.alloc(0);
  #end = 0;
  #everything = false;

  /** Records rows that were written, or keys of rows that were removed. */
  rows(table: Table, rows: readonly Row[]): void {
    if (!isList(table)) return;
    for (let from = 0; from < rows.length && !this.#everything;) {
      const to = endOfRun(rows, from);
      this.#run(table, rows, from, to);
      from = to;
    }
  }

  /** Records any other statement: one that names a list may have changed all of it. */
  statement(sql: string): void {
    this.#everything ||= NAMES_A_LIST.test(sql);
  }

  /** The changes since the last call, encoded; null means everything. */
  take(): Uint8Array | null {
    const entry = this.#everything ? null : this.#bytes.subarray(0, this.#end);
    this.#end = 0;
    this.#everything = false;
    return entry;
  }

  #run(table: Table, rows: readonly Row[], from: number, to: number): void {
    const [key, position] = rows[from] as ListRow;
    if (!this.#reserve(HEAD + (to - from) * position.length)) return;
    let at = this.#bytes.writeUInt32BE(listNumber(table, key), this.#end);
    at = this.#bytes.writeUInt8(position.length, at);
    at = this.#bytes.writeUInt32BE(to - from, at);
    for (let i = from; i < to; i++, at += position.length)
      this.#bytes.set((rows[i] as ListRow)[1], at);
    this.#end = at;
  }

  #reserve(size: number): boolean {
    const end = this.#end + size;
    this.#everything ||= end > MAX_BYTES;
    if (this.#everything) return false;
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * end);
      this.#bytes.copy(larger, 0, 0, this.#end);
      this.#bytes = larger;
    }
    return true;
  }
}

type ListRow = readonly [Uint8Array, Uint8Array, ...Row];

const HEAD = 9;

const LISTS = allTables.filter(isList).map(({ name }) => name);
const NAMES_A_LIST = new RegExp(`\\b(${LISTS.join("|")})\\b`, "i");

/** The end of a run: rows of one list with ascending positions of equal length. */
function endOfRun(rows: readonly Row[], from: number): number {
  let [key, position] = rows[from] as ListRow;
  for (let i = from + 1; i < rows.length; i++) {
    const [nextKey, next] = rows[i] as ListRow;
    const goesOn =
      next.length === position.length &&
      Buffer.compare(nextKey, key) === 0 &&
      Buffer.compare(next, position) > 0;
    if (!goesOn) return i;
    [key, position] = [nextKey, next];
  }
  return rows.length;
}

/** Visits each run of the `wanted` lists. */
export function readChangedRows(
  entry: Uint8Array,
  wanted: { has(list: number): boolean },
  visit: (list: number, touches: (range: RowRange) => boolean) => void,
): void {
  const view = new DataView(entry.buffer, entry.byteOffset, entry.length);
  for (let at = 0; at < entry.length;) {
    const list = view.getUint32(at);
    const size = view.getUint8(at + 4);
    const count = view.getUint32(at + 5);
    const first = at + HEAD;
    at = first + count * size;
    if (!wanted.has(list)) continue;
    const positions = entry.subarray(first, at);
    visit(list, (range) => hasWithin(positions, size, range));
  }
}

/** Whether one of the ascending positions is in the range: a binary search for the first that is not below it. */
function hasWithin(
  positions: Uint8Array,
  size: number,
  { least, most }: RowRange,
): boolean {
  const position = (i: number) => positions.subarray(i * size, (i + 1) * size);
  const count = positions.length / size;
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Buffer.compare(position(middle), least) < 0) low = middle + 1;
    else high = middle;
  }
  return low < count && Buffer.compare(position(low), most) <= 0;
}
