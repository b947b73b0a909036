import type { Row } from "../connection.ts";
import type { Table } from "../schema/tables.ts";
import {
  checksumOf,
  isLogged,
  listsOf,
  numberOf,
  placeOf,
  tableOf,
} from "./lists.ts";

/** Rows of one list, all added or all removed, with ascending positions of one length. */
export interface Run {
  readonly table: Table;
  readonly key: Uint8Array;
  readonly isAdded: boolean;
  readonly positions: Uint8Array;
  /** The length of a position. */
  readonly size: number;
}

/** Four times the size of a large batch. A larger transaction is recorded as "everything changed". */
const MAX_BYTES = 2 ** 24;

/** A table's number, whether the rows are added, the lengths of key and position, and the number of rows. */
const HEAD = 8;

const NO_POSITION = new Uint8Array(0);

/** Collects the rows that a transaction adds to lists and removes from them, as encoded runs. */
export class EntryRows {
  #bytes = Buffer.alloc(0);
  #end = 0;
  #everything = false;

  /** Adds rows, or only their keys, which must be sorted. */
  add(table: Table, rows: readonly Row[], isAdded: boolean): void {
    if (!isLogged(table)) return;
    for (let at = 0; at < rows.length && !this.#everything;)
      at = this.#run(table, rows, at, isAdded);
  }

  get isEmpty(): boolean {
    return this.#end === 0 && !this.#everything;
  }

  /** The encoded runs; null means everything. */
  get encoded(): Uint8Array | null {
    return this.#everything ? null : this.#bytes.subarray(0, this.#end);
  }

  /** Writes the run that begins at a row. Returns where the next one begins. */
  #run(
    table: Table,
    rows: readonly Row[],
    from: number,
    isAdded: boolean,
  ): number {
    const [key, first] = placeOf(table, rows[from]!);
    const size = first.length;
    let last: Uint8Array = NO_POSITION;
    const head = this.#end;
    if (!this.#reserve(HEAD + key.length)) return rows.length;
    this.#bytes.writeUInt8(numberOf(table), head);
    this.#bytes.writeUInt8(isAdded ? 1 : 0, head + 1);
    this.#bytes.writeUInt8(key.length, head + 2);
    this.#bytes.writeUInt8(size, head + 3);
    this.#bytes.set(key, head + HEAD);
    this.#end = head + HEAD + key.length;
    let at = from;
    for (; at < rows.length; at++) {
      const [next, position] = placeOf(table, rows[at]!);
      const goesOn =
        position.length === size &&
        Buffer.compare(next, key) === 0 &&
        Buffer.compare(position, last) > 0;
      if (!goesOn) break;
      if (!this.#reserve(size)) return rows.length;
      this.#bytes.set(position, this.#end);
      this.#end += size;
      last = position;
    }
    this.#bytes.writeUInt32BE(at - from, head + 4);
    return at;
  }

  #reserve(size: number): boolean {
    const end = this.#end + size;
    this.#everything ||= end > MAX_BYTES;
    if (this.#everything) return false;
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * end, 4096));
      this.#bytes.copy(larger, 0, 0, this.#end);
      this.#bytes = larger;
    }
    return true;
  }
}

export function* readRuns(encoded: Uint8Array): Generator<Run> {
  const { buffer, byteOffset, length } = encoded;
  const view = new DataView(buffer, byteOffset, length);
  for (let at = 0; at < length;) {
    const keyAt = at + HEAD;
    const positionsAt = keyAt + view.getUint8(at + 2);
    const size = view.getUint8(at + 3);
    const end = positionsAt + size * view.getUint32(at + 4);
    yield {
      table: tableOf(view.getUint8(at)),
      key: encoded.subarray(keyAt, positionsAt),
      isAdded: view.getUint8(at + 1) === 1,
      positions: encoded.subarray(positionsAt, end),
      size,
    };
    at = end;
  }
}

/** Positions of a list. Both ends are included. */
export interface PositionRange {
  readonly least: Uint8Array;
  readonly most: Uint8Array;
}

/** Whether one of the run's positions is in the range: a binary search for the first that is not below it. */
export function hasPositionIn(
  { positions, size }: Run,
  { least, most }: PositionRange,
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

/** The sorted checksums of all lists with changed rows. They show that a list is unchanged without reading the rows. */
export function checksumColumn(encoded: Uint8Array): Uint8Array {
  const checksums = new Set<number>();
  for (const { table, key } of readRuns(encoded))
    for (const list of listsOf(table, key)) checksums.add(checksumOf(list));
  const sorted = Uint32Array.from(checksums).sort();
  const column = Buffer.allocUnsafe(4 * sorted.length);
  for (const [i, checksum] of sorted.entries())
    column.writeUInt32BE(checksum, 4 * i);
  return column;
}

/** Whether the column contains the checksum of a list: a binary search. */
export function mayHaveChanged(column: Uint8Array, checksum: number): boolean {
  const view = new DataView(column.buffer, column.byteOffset, column.length);
  let low = 0;
  let high = column.length / 4;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = view.getUint32(4 * middle);
    if (at === checksum) return true;
    if (at < checksum) low = middle + 1;
    else high = middle;
  }
  return false;
}
