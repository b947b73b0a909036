import { mapKey } from "../../codecs/bytes.ts";
import type { Slot } from "../../domain/values.ts";
import type { Value } from "../connection.ts";
import type { Direction } from "../dialect.ts";
import type { Page } from "../page.ts";
import type { Table } from "../schema/tables.ts";
import { listNumber, readChangedRows, type RowRange } from "./changedRows.ts";
import type { Invalidations } from "./invalidationLog.ts";

/** A page as it is asked for. */
export interface PageQuery {
  readonly sql: string;
  readonly values: readonly Value[];
  /** Where its rows are looked for; null if it depends on more than rows of one list. */
  readonly within: QueryRange | null;
}

export interface QueryRange {
  readonly table: Table;
  readonly key: Uint8Array;
  readonly direction: Direction;
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
}

/** What there is to know of changes. */
export interface ChangeFeed {
  /** Another one after any change. */
  version(): number;
  /** What has changed since it was last asked; null if that may be anything. */
  invalidations(): Invalidations | null;
}

interface CachedPage {
  page: Page;
  readonly size: number;
  readonly range: RowRange | null;
}

/** For pages that no list alone accounts for: any change may be one of theirs. */
const NO_LIST = -1;

/** Of a list with more pages than that none is looked at: touched is touched. */
const CHECKED_PAGES = 100;

/** Requests noted as made once; past that they are forgotten together. */
const MAX_NOTED = 10_000;

/**
 * When memory is full, one of so many pages takes the place of the oldest. If more is asked for in turn than fits, each
 * would else be gone when it is asked for again, and all the work of keeping it for nothing.
 */
const CANDIDATES = 16;

/**
 * Pages that are asked for again while their rows stay as they are. Those asked for once are only noted, not kept: most
 * are never asked for again, and what is kept has to be moved by the collector of garbage.
 */
export class PageCache {
  readonly #feed: ChangeFeed;
  readonly #most: number;
  readonly #seenOnce = new Set<string>();
  readonly #cached = new Map<string, CachedPage>();
  /** Which of them are of a list. */
  readonly #byList = new Map<number, Set<string>>();
  readonly #statements = new Map<string, number>();
  /** How often memory had the answer. */
  hits = 0;
  #size = 0;
  #candidates = 0;
  #asOf: number | null = null;
  /** The slot of all kept pages since the last change, unless they were all read after it. */
  #slot: Slot | null = null;

  /** At most about `most` bytes are kept. */
  constructor(feed: ChangeFeed, most: number) {
    this.#feed = feed;
    this.#most = most;
  }

  /** What `read` gives, or gave before if that is still so. */
  page(asked: PageQuery, read: () => Page): Page {
    this.#dropOutdated();
    const request = this.#nameOf(asked);
    const cached = this.#cached.get(request);
    if (cached) return this.#reuse(cached);
    const page = read();
    if (this.#seenOnce.has(request)) this.#store(request, asked, page);
    else this.#note(request);
    return page;
  }

  #reuse(cached: CachedPage): Page {
    this.hits += 1;
    if (this.#slot !== null && cached.page.slot !== this.#slot)
      cached.page = { ...cached.page, slot: this.#slot };
    return cached.page;
  }

  #dropOutdated(): void {
    const version = this.#feed.version();
    if (version === this.#asOf) return;
    const invalidations = this.#feed.invalidations();
    this.#slot = invalidations?.slot ?? null;
    if (invalidations) this.#dropChanged(invalidations);
    else for (const request of this.#cached.keys()) this.#drop(request);
    this.#asOf = version; // last, so that a look that fails is taken again
  }

  #dropChanged({ changedRows }: Invalidations): void {
    for (const request of this.#byList.get(NO_LIST) ?? []) this.#drop(request);
    for (const each of changedRows)
      readChangedRows(each, this.#byList, (list, touches) => {
        const requests = this.#byList.get(list)!;
        const tooMany = requests.size > CHECKED_PAGES;
        for (const request of requests)
          if (tooMany || touches(this.#cached.get(request)!.range!))
            this.#drop(request);
      });
  }

  /** Short, for it is made and looked up for every request: the statement is a number. */
  #nameOf({ sql, values }: PageQuery): string {
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
    if (this.#seenOnce.size >= MAX_NOTED) this.#seenOnce.clear();
    this.#seenOnce.add(request);
  }

  #store(request: string, { within }: PageQuery, page: Page): void {
    const size = OVERHEAD + request.length + page.items.length;
    const fits = this.#size + size <= this.#most;
    if (size > this.#most || (!fits && ++this.#candidates % CANDIDATES !== 0))
      return;
    const range = within && rangeOf(within, page);
    this.#cached.set(request, { page, size, range });
    this.#size += size;
    this.#listed(range?.list ?? NO_LIST).add(request);
    for (const oldest of this.#cached.keys()) {
      if (this.#size <= this.#most) break;
      this.#drop(oldest);
    }
  }

  #listed(list: number): Set<string> {
    let listed = this.#byList.get(list);
    if (!listed) this.#byList.set(list, (listed = new Set()));
    return listed;
  }

  #drop(request: string): void {
    const { size, range } = this.#cached.get(request)!;
    this.#cached.delete(request);
    this.#size -= size;
    const list = range?.list ?? NO_LIST;
    const listed = this.#byList.get(list)!;
    listed.delete(request);
    if (listed.size === 0) this.#byList.delete(list);
  }
}

/** A full page ends with its last item; whatever comes after that is none of its rows. */
function rangeOf(within: QueryRange, { cursor }: Page): RowRange {
  const { table, key, direction, lower, upper } = within;
  const isAscending = direction === "asc";
  return {
    list: listNumber(table, key),
    least: copyOf(isAscending ? lower : (cursor ?? lower)),
    most: copyOf(isAscending ? (cursor ?? upper) : upper),
  };
}

/** Bytes of a request lie in memory shared with many others, which would stay as long as these. */
function copyOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

/** No two lists of values have the same names one after the other: each says what it is and where it ends. */
function nameOfValue(value: Value): string {
  return value instanceof Uint8Array
    ? `b${value.length},${mapKey(value)}`
    : `${JSON.stringify(value)};`;
}

/** What there is besides text: an empty page takes memory too. */
const OVERHEAD = 1300;
