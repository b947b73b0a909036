// PostgreSQL's binary forms of a set of rows: half the bytes of hexadecimal text, and nothing to escape.
import type { Row, Value } from "../connection.ts";
import type { ColumnType } from "../tables.ts";

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0", "latin1");
const OIDS: Readonly<Record<ColumnType, number>> = {
  bytes: 17,
  integer: 20,
  text: 25,
};

/** What `copy … from stdin (format binary)` reads: signature, flags, extension length, the rows, -1. */
export function encodeCopy(
  rows: readonly Row[],
  columns: readonly ColumnType[],
): Buffer {
  const out = new Output(rows.length * columns.length * 64);
  out.bytes(SIGNATURE);
  out.int32(0);
  out.int32(0);
  for (const row of rows) {
    out.int16(columns.length);
    columns.forEach((type, i) => {
      out.value(row[i]!, type);
    });
  }
  out.int16(-1);
  return out.finished();
}

/** One column of the rows as an array parameter: dimensions, "may hold nulls", element type, length, lower bound, values. */
export function encodeArray(
  rows: readonly Row[],
  column: number,
  type: ColumnType,
): Buffer {
  const out = new Output(rows.length * 64);
  out.int32(1);
  out.int32(1);
  out.int32(OIDS[type]);
  out.int32(rows.length);
  out.int32(1);
  for (const row of rows) out.value(row[column]!, type);
  return out.finished();
}

/** Appends values to a buffer that grows. */
class Output {
  #buffer: Buffer;
  #at = 0;

  constructor(size: number) {
    this.#buffer = Buffer.allocUnsafe(Math.max(size, 64));
  }

  int16(value: number): void {
    this.#room(2);
    this.#at = this.#buffer.writeInt16BE(value, this.#at);
  }

  int32(value: number): void {
    this.#room(4);
    this.#at = this.#buffer.writeInt32BE(value, this.#at);
  }

  bytes(value: Uint8Array): void {
    this.#room(value.length);
    this.#buffer.set(value, this.#at);
    this.#at += value.length;
  }

  /** Length and content; -1 alone is null. */
  value(value: Value, type: ColumnType): void {
    if (value === null) {
      this.int32(-1);
    } else if (type === "integer") {
      this.int32(8);
      this.int32(Math.floor((value as number) / 2 ** 32));
      this.int32((value as number) | 0); // the low 32 bits
    } else if (type === "bytes") {
      this.int32((value as Uint8Array).length);
      this.bytes(value as Uint8Array);
    } else {
      this.#text(value as string);
    }
  }

  finished(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }

  #text(value: string): void {
    this.#room(4 + value.length * 3);
    const length = this.#buffer.write(value, this.#at + 4);
    this.int32(length);
    this.#at += length;
  }

  #room(size: number): void {
    if (this.#at + size <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe((this.#at + size) * 2);
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}
