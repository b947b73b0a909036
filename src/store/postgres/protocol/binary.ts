// PostgreSQL's binary encodings of a set of rows: half the bytes of hexadecimal text, without escaping.
import type { Row, Value } from "../../connection.ts";
import type { ColumnType } from "../../schema/tables.ts";

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
  const out = new Output(32 + sizeOf(rows, columns.length));
  out.bytes(SIGNATURE);
  out.int32(0);
  out.int32(0);
  for (const row of rows) {
    out.int16(columns.length);
    for (let i = 0; i < columns.length; i++) out.value(row[i]!, columns[i]!);
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

/** Bytes of the binary ones. */
export function bytesIn(values: readonly (Value | undefined)[]): number {
  let sum = 0;
  for (const value of values)
    if (value instanceof Uint8Array) sum += value.length;
  return sum;
}

const SAMPLE = 16;

/** Estimates the bytes of a COPY from its first rows, because growing a buffer of megabytes is expensive. */
function sizeOf(rows: readonly Row[], width: number): number {
  const sample = rows.slice(0, SAMPLE);
  let size = 0;
  for (const row of sample) {
    size += 2 + 4 * width;
    for (let i = 0; i < width; i++) {
      const value = row[i] ?? null;
      if (value !== null) size += typeof value === "number" ? 8 : value.length;
    }
  }
  return 1.1 * size * (rows.length / Math.max(1, sample.length));
}

/** Up to this length a loop is faster than the runtime's copy. */
const SHORT = 80;

/** Appends values to a growing buffer. */
export class Output {
  #buffer: Buffer;
  #at = 0;

  constructor(size: number) {
    this.#buffer = Buffer.allocUnsafeSlow(Math.ceil(size) + 64);
  }

  int16(value: number): void {
    this.#room(2);
    const buffer = this.#buffer;
    buffer[this.#at++] = value >> 8;
    buffer[this.#at++] = value;
  }

  int32(value: number): void {
    this.#room(4);
    const buffer = this.#buffer;
    const at = this.#at;
    buffer[at] = value >> 24;
    buffer[at + 1] = value >> 16;
    buffer[at + 2] = value >> 8;
    buffer[at + 3] = value;
    this.#at = at + 4;
  }

  bytes(value: Uint8Array): void {
    const { length } = value;
    this.#room(length);
    const buffer = this.#buffer;
    const at = this.#at;
    if (length > SHORT) buffer.set(value, at);
    else for (let i = 0; i < length; i++) buffer[at + i] = value[i]!;
    this.#at = at + length;
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
      this.text(value as string);
    }
  }

  /** A message of the protocol: its type, the length of the rest, and the rest. */
  message(type: string, writeRest: () => void): void {
    this.#room(5);
    this.#buffer[this.#at] = type.charCodeAt(0);
    const start = this.#at + 1;
    this.#at = start + 4;
    writeRest();
    this.#buffer.writeInt32BE(this.#at - start, start);
  }

  /** The text of a statement, or a name. */
  zeroEnded(value: string): void {
    this.#room(Buffer.byteLength(value) + 1);
    this.#at += this.#buffer.write(value, this.#at);
    this.#buffer[this.#at++] = 0;
  }

  /** The value of a parameter: a number as text, from which the server makes an integer of any size. */
  parameter(value: Value): void {
    if (typeof value === "number") this.text(String(value));
    else this.value(value, typeof value === "string" ? "text" : "bytes");
  }

  finished(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }

  text(value: string): void {
    const start = this.#at;
    // A character takes at most three bytes. Counting the exact bytes only pays off near the end of the buffer.
    if (start + 4 + value.length * 3 > this.#buffer.length)
      this.#room(4 + Buffer.byteLength(value));
    const length = this.#buffer.write(value, start + 4);
    this.int32(length);
    this.#at = start + 4 + length;
  }

  #room(size: number): void {
    if (this.#at + size <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow((this.#at + size) * 2);
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}
