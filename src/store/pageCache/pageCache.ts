import { mapKey } from "../../codecs/bytes.ts";
import type { Slot } from "../../domain/values.ts";
import type { Value } from "../connection.ts";
import type { Direction } from "../dialect.ts";
import { Chunks } from "../../render/text.ts";
import type { Page } from "../page.ts";
import type { Table } from "../schema/tables.ts";
import {
  hasPositionIn,
  type PositionRange,
  readRuns,
} from "../changeLog/entryRows.ts";
import { type ListId, listId } from "../changeLog/lists.ts";
import type { Invalidations } from "./invalidationLog.ts";

/** The statement that reads a page. */
export interface PageQuery {
  readonly sql: string;
  readonly values: readonly Value[];
  /** Between the items. */
  readonly separator: string;
  /** The rows that the page is read from; null if it depends on anything besides rows of one list. */
  readonly within: QueryRange | null;
}

export interface QueryRange {
  readonly table: Table;
  readonly key: Uint8Array;
  readonly direction: Direction;
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
}

/** Reports changes of the store to the cache. */
export interface ChangeFeed {
  /** Differs after any change. */
  version(): number;
  /** The changes since the last call; null if anything may have changed. */
  invalidations(): Invalidations | null;
}

interface RowRange extends PositionRange {
  readonly list: ListId;
}

interface CachedPage {
  page: Page;
  readonly size: number;
  readonly range: RowRange | null;
}

/** Pages that depend on more than one list: every change drops them. */
const NO_LIST: ListId = "";

/** Above this many cached pages of a list, drop all of them instead of checking each. */
const CHECKED_PAGES = 100;

/** Requests remembered as seen once. At the limit, all of them are forgotten. */
const MAX_NOTED = 10_000;

/**
 * When the cache is full, only every 16th new page replaces the oldest one. Otherwise a cycle of requests larger than the
 * cache would evict each page just before it is needed again.
 */
const CANDIDATES = 16;

/**
 * Keeps pages that are requested repeatedly while their rows do not change. A page is kept from its second request on:
 * most pages are requested once, and long-lived strings cost the garbage collector time.
 */
export class PageCache {
  readonly #feed: ChangeFeed;
  readonly #most: number;
  readonly #seenOnce = new Set<string>();
  readonly #cached = new Map<string, CachedPage>();
  /** The requests of the cached pages of each list. */
  readonly #byList = new Map<ListId, Set<string>>();
  readonly #statements = new Map<string, number>();
  /** Requests answered from the cache. */
  hits = 0;
  #size = 0;
  #candidates = 0;
  #asOf: number | null = null;
  /** The newest slot at the last change; cached pages read before it are answered with this slot. */
  #slot: Slot | null = null;

  /** `most` is the approximate limit in bytes. */
  constructor(feed: ChangeFeed, most: number) {
    this.#feed = feed;
    this.#most = most;
  }

  /** The cached page if it is still valid, else the result of `read`. */
  page(asked: PageQuery, read: () => Page): Page {
    const request = this.nameOf(asked);
    const cached = this.find(request);
    if (cached) return cached;
    const page = read();
    if (this.isRepeated(request)) this.keep(request, asked, page);
    return page;
  }

  /** The cached page if it is still valid. */
  find(request: string): Page | null {
    this.#dropOutdated();
    const cached = this.#cached.get(request);
    if (!cached) return null;
    this.hits += 1;
    if (this.#slot !== null && cached.page.slot !== this.#slot)
      cached.page = { ...cached.page, slot: this.#slot };
    return ownCopy(cached.page);
  }

  /** Whether the page should be kept: it was requested before. */
  isRepeated(request: string): boolean {
    if (this.#seenOnce.has(request)) return true;
    if (this.#seenOnce.size >= MAX_NOTED) this.#seenOnce.clear();
    this.#seenOnce.add(request);
    return false;
  }

  /** Keeps a page of the state that the feed has reported. */
  keep(request: string, asked: PageQuery, page: Page): void {
    this.#dropOutdated();
    if (!this.#cached.has(request)) this.#store(request, asked, ownCopy(page));
  }

  #dropOutdated(): void {
    const version = this.#feed.version();
    if (version === this.#asOf) return;
    const invalidations = this.#feed.invalidations();
    this.#slot = invalidations?.slot ?? null;
    if (invalidations) this.#dropChanged(invalidations);
    else for (const request of this.#cached.keys()) this.#drop(request);
    this.#asOf = version; // last, so that a failed look is repeated
  }

  #dropChanged({ changedRows }: Invalidations): void {
    for (const request of this.#byList.get(NO_LIST) ?? []) this.#drop(request);
    for (const each of changedRows)
      for (const run of readRuns(each)) {
        const requests = this.#byList.get(listId(run.table, run.key));
        if (!requests) continue;
        const tooMany = requests.size > CHECKED_PAGES;
        for (const request of requests)
          if (tooMany || hasPositionIn(run, this.#cached.get(request)!.range!))
            this.#drop(request);
      }
  }

  /** The cache key. A number stands for the statement, because the key is built for every request. */
  nameOf({ sql, values, separator }: PageQuery): string {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#statements.size;
      this.#statements.set(sql, statement);
    }
    let name = `${statement}${separator}`;
    for (const value of values) name += nameOfValue(value);
    return name;
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

  #listed(list: ListId): Set<string> {
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

/** The sender of a page takes its chunks. */
function ownCopy(page: Page): Page {
  const { items } = page;
  return items instanceof Chunks ? { ...page, items: items.copy() } : page;
}

/** The rows that can change a page. A full page ends at its last item: rows after it do not belong to the page. */
function rangeOf(within: QueryRange, { cursor }: Page): RowRange {
  const { table, key, direction, lower, upper } = within;
  const isAscending = direction === "asc";
  return {
    list: listId(table, key),
    least: copyOf(isAscending ? lower : (cursor ?? lower)),
    most: copyOf(isAscending ? (cursor ?? upper) : upper),
  };
}

/** Copied, because a slice of a request body keeps the whole shared buffer alive. */
function copyOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

/** Each value carries its type and length, so that no two lists of values have the same key. */
function nameOfValue(value: Value): string {
  return value instanceof Uint8Array
    ? `b${value.length},${mapKey(value)}`
    : `${JSON.stringify(value)};`;
}

/** Bytes a cached page takes besides its text. */
const OVERHEAD = 1300;
