// Readers for the rows of an answer: all rows, or the joined items of a page.
import { Chunks, type Text } from "../../../render/text.ts";
import type { Row, Value } from "../../connection.ts";
import type { ReadRows } from "../../dialect.ts";

/** Reads an answer row by row, while it arrives. */
export interface RowReader<T> {
  /** `at` is where the number of columns stands, followed by the length and the bytes of each. */
  row(bytes: Buffer, at: number): void;
  result(): T;
}

/** Makes the reader of an answer with columns of these types. `joiner` is free until the answer is complete. */
export type MakeReader<T> = (
  types: readonly number[],
  joiner: Joiner,
) => RowReader<T>;

const BYTEA = 17;
type Read = (bytes: Buffer, from: number, to: number) => Value;
const readText: Read = (bytes, from, to) => bytes.toString("utf8", from, to);

/** What reads a value of each type. The binary form of text is the text. */
const READS: ReadonlyMap<number, Read> = new Map<number, Read>([
  [BYTEA, copyOf],
  [16, (b, at) => (b[at] ? "t" : "f")], // boolean
  [20, (b, at) => b.readInt32BE(at) * 2 ** 32 + b.readUInt32BE(at + 4)],
  [21, (b, at) => b.readInt16BE(at)],
  [23, (b, at) => b.readInt32BE(at)],
  [19, readText], // name
  [25, readText],
  [1043, readText], // varchar
  [2278, () => null], // void
]);

function readOf(type: number): Read {
  const read = READS.get(type);
  if (!read)
    throw new Error(`a column has type ${type}: cast it to text or bigint`);
  return read;
}

/** A statement, and what reads its answer. */
export interface Question<T> {
  readonly sql: string;
  readonly params: readonly Value[];
  readonly makeReader: MakeReader<T>;
}

/** All rows. */
export function rowsOf(
  sql: string,
  params: readonly Value[],
): Question<readonly Row[]> {
  return { sql, params, makeReader: readAllRows };
}

/** The rows of `dialect.pageSql`. */
export function pageOf(
  sql: string,
  params: readonly Value[],
  separator: string,
): Question<ReadRows> {
  const between = separator.charCodeAt(0);
  const makeReader: MakeReader<ReadRows> = (_types, joiner) =>
    readPageRows(between, joiner);
  return { sql, params, makeReader };
}

const readAllRows: MakeReader<readonly Row[]> = (types) => {
  const reads = types.map(readOf);
  const rows: Row[] = [];
  return {
    row: (bytes, at) => void rows.push(readRow(bytes, at, reads)),
    result: () => rows,
  };
};

function readRow(bytes: Buffer, start: number, reads: readonly Read[]): Row {
  let at = start + 2;
  return reads.map((read): Value => {
    const length = bytes.readInt32BE(at);
    const from = at + 4;
    at = from + Math.max(0, length);
    return length < 0 ? null : read(bytes, from, at);
  });
}

/** Copied, because a part would keep all that arrived with it in memory. */
function copyOf(bytes: Buffer, from: number, to: number): Uint8Array {
  return Buffer.from(bytes.subarray(from, to));
}

/** (position, item), after rows without a position that hold the slot and the columns. */
function readPageRows(between: number, joiner: Joiner): RowReader<ReadRows> {
  const columns: Value[] = [];
  let count = 0;
  let last: { bytes: Buffer; from: number; to: number } | null = null;
  return {
    row(bytes, at) {
      const position = bytes.readInt32BE(at + 2);
      const from = at + 6;
      const to = from + Math.max(0, position);
      const length = bytes.readInt32BE(to);
      const item = to + 4;
      if (position < 0) {
        columns.push(
          length < 0 ? null : bytes.toString("latin1", item, item + length),
        );
        return;
      }
      last = { bytes, from, to };
      joiner.add(bytes, item, item + length, count++ > 0 ? between : null);
    },
    result: () => ({
      slot: Number(columns[0]),
      columns: columns.slice(1),
      count,
      last: last && copyOf(last.bytes, last.from, last.to),
      items: joiner.take(),
    }),
  };
}

/** V8 allocates larger strings separately, which is slow. */
const CHUNK_BYTES = 96 * 1024;

/** Joins the items of a page; they are ASCII. */
export class Joiner {
  readonly #buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  #end = 0;
  #chunks: string[] = [];

  /** `between` is the character before it, if any. */
  add(bytes: Buffer, from: number, to: number, between: number | null): void {
    if (this.#end + 1 + to - from > CHUNK_BYTES) this.#cut();
    if (between !== null) this.#buffer[this.#end++] = between;
    if (to - from >= CHUNK_BYTES) {
      this.#cut();
      this.#chunks.push(bytes.toString("latin1", from, to));
      return;
    }
    bytes.copy(this.#buffer, this.#end, from, to);
    this.#end += to - from;
  }

  take(): Text {
    this.#cut();
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks.length > 1 ? new Chunks(chunks) : (chunks[0] ?? "");
  }

  #cut(): void {
    if (this.#end === 0) return;
    this.#chunks.push(this.#buffer.toString("latin1", 0, this.#end));
    this.#end = 0;
  }
}
