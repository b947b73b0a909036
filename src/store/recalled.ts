import { mapKey } from "../codecs/bytes.ts";
import type { Row, Value } from "./connection.ts";

/** Requests noted as made once; past that they are forgotten together. */
const MOST_NOTED = 10_000;

/**
 * When memory is full, one of so many pages takes the place of the oldest. If more is asked for in turn than fits, each
 * would else be gone when it is asked for again, and all the work of keeping it for nothing.
 */
const CANDIDATES = 16;

/**
 * Rows that are asked for again before the store has changed. Those asked for once are only noted, not kept: most are
 * never asked for again, and what is kept has to be moved by the collector of garbage. What was noted before the store
 * changed still counts: right after a block everything popular has to be read again, and once is enough.
 */
export class Recalled {
  readonly #version: () => number;
  readonly #most: number;
  readonly #noted = new Set<string>();
  readonly #kept = new Map<string, readonly Row[]>();
  readonly #statements = new Map<string, number>();
  /** How often memory had the answer. */
  hits = 0;
  #size = 0;
  #candidates = 0;
  #asOf: number | null = null;

  /** `version` is the same only while nothing has changed; at most about `most` bytes are kept. */
  constructor(version: () => number, most: number) {
    this.#version = version;
    this.#most = most;
  }

  /** What `read` gives for this statement and these values, or gave since the store last changed. */
  rows(
    sql: string,
    values: readonly Value[],
    read: () => readonly Row[],
  ): readonly Row[] {
    this.#forgetOutdated();
    const request = this.#nameOf(sql, values);
    const kept = this.#kept.get(request);
    if (kept) {
      this.hits += 1;
      return kept;
    }
    const rows = read();
    if (this.#noted.has(request)) this.#keep(request, rows);
    else this.#note(request);
    return rows;
  }

  #forgetOutdated(): void {
    const version = this.#version();
    if (version === this.#asOf) return;
    this.#asOf = version;
    this.#kept.clear();
    this.#size = 0;
  }

  /** Short, for it is made and looked up for every request: the statement is a number. */
  #nameOf(sql: string, values: readonly Value[]): string {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#statements.size;
      this.#statements.set(sql, statement);
    }
    let name = String(statement);
    for (const value of values) name += nameOfValue(value);
    return name;
  }

  #note(request: string): void {
    if (this.#noted.size >= MOST_NOTED) this.#noted.clear();
    this.#noted.add(request);
  }

  #keep(request: string, rows: readonly Row[]): void {
    const size = sizeOf(request, rows);
    const fits = this.#size + size <= this.#most;
    if (size > this.#most || (!fits && ++this.#candidates % CANDIDATES !== 0))
      return;
    this.#kept.set(request, rows);
    this.#size += size;
    this.#makeRoom();
  }

  #makeRoom(): void {
    for (const [oldest, old] of this.#kept) {
      if (this.#size <= this.#most) break;
      this.#kept.delete(oldest);
      this.#size -= sizeOf(oldest, old);
    }
  }
}

/** No two lists of values have the same names one after the other: each says what it is and where it ends. */
function nameOfValue(value: Value): string {
  return value instanceof Uint8Array
    ? `b${value.length},${mapKey(value)}`
    : `${JSON.stringify(value)};`;
}

/** What there is besides text: an empty page takes memory too. */
const OVERHEAD = 500;

function sizeOf(request: string, rows: readonly Row[]): number {
  let size = OVERHEAD + request.length;
  for (const row of rows)
    for (const value of row)
      if (typeof value === "string") size += value.length;
  return size;
}
