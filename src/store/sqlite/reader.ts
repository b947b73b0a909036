import type {
  Connection,
  ReadFrom,
  Reading,
  Row,
  Value,
} from "../connection.ts";
import { Pool } from "../connectionPool.ts";
import { ReadyIndexes } from "../filterIndexes/readiness.ts";
import { isDamage } from "../errors.ts";
import type { Reader } from "../reader.ts";
import type { Page } from "../page.ts";
import { type PageQuery, PageCache } from "../pageCache/pageCache.ts";
import { InvalidationLog } from "../pageCache/invalidationLog.ts";
import { SlotWatch } from "../slotWatch.ts";
import { SharedPages } from "../trees/nodes/sharedPages.ts";
import type { Slot } from "../../domain/values.ts";
import { TickSnapshot } from "./tickSnapshot.ts";
import { openSqlite } from "./connection.ts";

/** Concurrent scans; further ones wait for a free connection. */
const SCAN_CONNECTIONS = 2;

/** Holds two hundred pages of 100 token accounts. */
export const DEFAULT_PAGE_CACHE_MIB = 16;

const NEWEST_SLOT = "select coalesce(max(slot), 0) from blocks";

export interface SqliteReaderOptions {
  readonly cacheMib?: number | undefined;
  /** Size of the page cache. */
  readonly pageCacheMib?: number | undefined;
}

/** Pages share one connection: each is read synchronously. A scan keeps a snapshot over many ticks, so it has a connection of its own. */
export function openSqliteReader(
  path: string,
  { cacheMib, pageCacheMib = DEFAULT_PAGE_CACHE_MIB }: SqliteReaderOptions = {},
): Reader {
  const options = { readOnly: true, cacheMib };
  const pages = openSqlite(path, options);
  const tickSnapshot = new TickSnapshot(pages);
  const all = (sql: string, params: readonly Value[]): readonly Row[] => {
    try {
      tickSnapshot.begin();
      return pages.all(sql, params) as readonly Row[];
    } catch (error) {
      throw noteDamage(error);
    }
  };
  let damage: string | null = null;
  const noteDamage = (error: unknown): unknown => {
    if (isDamage(error))
      damage ??= `the store is damaged: ${(error as Error).message}`;
    return error;
  };
  const log = new InvalidationLog(all);
  const feed = {
    version: () => tickSnapshot.version(),
    invalidations: () => log.invalidations(),
  };
  const cache = new PageCache(feed, pageCacheMib * 2 ** 20);
  const scans = new Pool<Connection>(
    SCAN_CONNECTIONS,
    () => openSqlite(path, options),
    (connection) => connection.close(),
  );
  const slots = new SlotWatch({
    known: () => all(NEWEST_SLOT, [])[0]![0] as Slot,
    refresh: () => undefined,
    isAnnounced: () => false,
  });
  const sharedPages = new SharedPages();
  const reading = { dialect: pages.dialect, all };
  return {
    ...reading,
    sharedPages,
    readyIndexes: new ReadyIndexes(),
    slots,
    version: () => tickSnapshot.version(),
    ...(pageCacheMib > 0 && {
      cached: (asked: PageQuery, read: ReadFrom) =>
        cache.page(asked, () => read(reading) as Page),
    }),
    damage: () => damage,
    pageCacheHits: () => cache.hits,
    snapshot: <T>(work: (reading: Reading) => Promise<T>) =>
      scans.use(async (connection) => {
        try {
          await connection.run("begin");
          const result = await work({ ...connection, sharedPages });
          await connection.run("rollback");
          return result;
        } catch (error) {
          throw noteDamage(error);
        }
      }),
    close: async () => {
      tickSnapshot.end();
      await pages.close();
      await scans.close();
    },
  };
}
