import type { Slot } from "../../domain/values.ts";
import type { ReadFrom, Reading, Row, Value } from "../connection.ts";
import type { MaybePromise } from "../maybePromise.ts";
import type { Page } from "../page.ts";
import { PageCache, type PageQuery } from "../pageCache/pageCache.ts";
import { LogFollower, STATE_READ } from "./logFollower.ts";

/** The page cache of a process that reads from PostgreSQL. */
export class CachedPages {
  readonly log: LogFollower;
  readonly #cache: PageCache;

  constructor(
    bytes: number,
    ask: (
      sql: string,
      values: readonly Value[],
      slot: Slot,
    ) => Promise<readonly Row[]>,
  ) {
    this.log = new LogFollower(ask);
    this.#cache = new PageCache(this.log, bytes);
  }

  get hits(): number {
    return this.#cache.hits;
  }

  /** A page of the slot or a later one, from the cache or read from `reading`. */
  page(
    reading: Reading,
    asked: PageQuery,
    read: ReadFrom,
    slot: Slot,
  ): MaybePromise<Page> {
    // Other pages depend on tables that the log does not cover.
    if (!asked.within || this.log.state(slot) === null) return read(reading);
    const request = this.#cache.nameOf(asked);
    const page = this.#cache.find(request);
    if (page) return page;
    return this.#cache.isRepeated(request)
      ? this.#readAndKeep(reading, request, asked, read)
      : read(reading);
  }

  /** The page is kept only if it is of the state that the cache is at: any server may have answered. */
  async #readAndKeep(
    reading: Reading,
    request: string,
    asked: PageQuery,
    read: ReadFrom,
  ): Promise<Page> {
    let state = null as string | null;
    const page = await read({
      ...reading,
      page: async (sql, params, separator) => {
        const withState = `${sql} union all select cast(null as bytea), ${STATE_READ}`;
        const rows = await reading.page!(withState, params, separator);
        state = rows.columns.at(-1) as string | null;
        return { ...rows, columns: rows.columns.slice(0, -1) };
      },
    });
    if (state !== null && state === this.log.state(0))
      this.#cache.keep(request, asked, page);
    return page;
  }
}
