import { mapKey } from "../../codecs/bytes.ts";
import type { Slot } from "../../domain/values.ts";
import type { Value } from "../connection.ts";
import type { Direction } from "../dialect.ts";
import type { Page } from "../page.ts";
import type { Table } from "../tables.ts";
import { listNumber, readTouched, type Stretch } from "./touched.ts";
import type { News } from "./touchedLog.ts";

/** A page as it is asked for. */
export interface AskedPage {
  readonly sql: string;
  readonly values: readonly Value[];
  /** Where its rows are looked for; null if it depends on more than rows of one list. */
  readonly within: Within | null;
}

export interface Within {
  readonly table: Table;
  readonly key: Uint8Array;
  readonly direction: Direction;
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
}

/** What there is to know of changes. */
export interface Watch {
  /** Another one after any change. */
  version(): number;
  /** What has changed since it was last asked; null if that may be anything. */
  news(): News | null;
}

interface Kept {
  page: Page;
  readonly size: number;
  readonly stretch: Stretch | null;
}

/** For pages that no list alone accounts for: any change may be one of theirs. */
const NO_LIST = -1;

/** Of a list with more pages than that none is looked at: touched is touched. */
const CROWD = 100;

/** Requests noted as made once; past that they are forgotten together. */
const MOST_NOTED = 10_000;

/**
 * When memory is full, one of so many pages takes the place of the oldest. If more is asked for in turn than fits, each
 * would else be gone when it is asked for again, and all the work of keeping it for nothing.
 */
const CANDIDATES = 16;

/**
 * Pages that are asked for again while their rows stay as they are. Those asked for once are only noted, not kept: most
 * are never asked for again, and what is kept has to be moved by the collector of garbage.
 */
export class Recalled {
  readonly #watch: Watch;
  readonly #most: number;
  readonly #noted = new Set<string>();
  readonly #kept = new Map<string, Kept>();
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
  constructor(watch: Watch, most: number) {
    this.#watch = watch;
    this.#most = most;
  }

  /** What `read` gives, or gave before if that is still so. */
  page(asked: AskedPage, read: () => Page): Page {
    this.#forgetOutdated();
    const request = this.#nameOf(asked);
    const kept = this.#kept.get(request);
    if (kept) return this.#again(kept);
    const page = read();
    if (this.#noted.has(request)) this.#keep(request, asked, page);
    else this.#note(request);
    return page;
  }

  #again(kept: Kept): Page {
    this.hits += 1;
    if (this.#slot !== null && kept.page.slot !== this.#slot)
      kept.page = { ...kept.page, slot: this.#slot };
    return kept.page;
  }

  #forgetOutdated(): void {
    const version = this.#watch.version();
    if (version === this.#asOf) return;
    const news = this.#watch.news();
    this.#slot = news?.slot ?? null;
    if (news) this.#forgetTouched(news);
    else for (const request of this.#kept.keys()) this.#forget(request);
    this.#asOf = version; // last, so that a look that fails is taken again
  }

  #forgetTouched({ touched }: News): void {
    for (const request of this.#byList.get(NO_LIST) ?? [])
      this.#forget(request);
    for (const each of touched)
      readTouched(each, this.#byList, (list, touches) => {
        const requests = this.#byList.get(list)!;
        const isCrowded = requests.size > CROWD;
        for (const request of requests)
          if (isCrowded || touches(this.#kept.get(request)!.stretch!))
            this.#forget(request);
      });
  }

  /** Short, for it is made and looked up for every request: the statement is a number. */
  #nameOf({ sql, values }: AskedPage): string {
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

  #keep(request: string, { within }: AskedPage, page: Page): void {
    const size = OVERHEAD + request.length + page.items.length;
    const fits = this.#size + size <= this.#most;
    if (size > this.#most || (!fits && ++this.#candidates % CANDIDATES !== 0))
      return;
    const stretch = within && stretchOf(within, page);
    this.#kept.set(request, { page, size, stretch });
    this.#size += size;
    this.#listed(stretch?.list ?? NO_LIST).add(request);
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#most) break;
      this.#forget(oldest);
    }
  }

  #listed(list: number): Set<string> {
    let listed = this.#byList.get(list);
    if (!listed) this.#byList.set(list, (listed = new Set()));
    return listed;
  }

  #forget(request: string): void {
    const { size, stretch } = this.#kept.get(request)!;
    this.#kept.delete(request);
    this.#size -= size;
    const list = stretch?.list ?? NO_LIST;
    const listed = this.#byList.get(list)!;
    listed.delete(request);
    if (listed.size === 0) this.#byList.delete(list);
  }
}

/** A full page ends with its last item; whatever comes after that is none of its rows. */
function stretchOf(within: Within, { cursor }: Page): Stretch {
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
