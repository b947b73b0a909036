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
  const damage = new Damage();
  const all = (sql: string, params: readonly Value[]): readonly Row[] => {
    try {
      tickSnapshot.begin();
      return pages.all(sql, params) as readonly Row[];
    } catch (error) {
      throw damage.note(error);
    }
  };
  const reading = { dialect: pages.dialect, all };
  const cache = openCache(tickSnapshot, all, pageCacheMib);
  const scans = new Pool<Connection>(
    SCAN_CONNECTIONS,
    () => openSqlite(path, options),
    (connection) => connection.close(),
  );
  const sharedPages = new SharedPages();
  return {
    ...reading,
    sharedPages,
    readyIndexes: new ReadyIndexes(),
    slots: new SlotWatch({
      known: () => all(NEWEST_SLOT, [])[0]![0] as Slot,
      refresh: () => undefined,
      isAnnounced: () => false,
    }),
    version: () => tickSnapshot.version(),
    ...(pageCacheMib > 0 && {
      cached: (asked: PageQuery, read: ReadFrom) =>
        cache.page(asked, () => read(reading) as Page),
    }),
    damage: () => damage.text,
    pageCacheHits: () => cache.hits,
    snapshot: (work) =>
      scans.use((connection) =>
        runInSnapshot(connection, { sharedPages }, work).catch(
          (error: unknown) => {
            throw damage.note(error);
          },
        ),
      ),
    close: async () => {
      tickSnapshot.end();
      await pages.close();
      await scans.close();
    },
  };
}

function openCache(
  tickSnapshot: TickSnapshot,
  all: (sql: string, params: readonly Value[]) => readonly Row[],
  mib: number,
): PageCache {
  const log = new InvalidationLog(all);
  const feed = {
    version: () => tickSnapshot.version(),
    invalidations: () => log.invalidations(),
  };
  return new PageCache(feed, mib * 2 ** 20);
}

async function runInSnapshot<T>(
  connection: Connection,
  kept: Pick<Reading, "sharedPages">,
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  await connection.run("begin");
  const result = await work({ ...connection, ...kept });
  await connection.run("rollback");
  return result;
}

/** The damage that reading the file has shown first. */
class Damage {
  text: string | null = null;

  note(error: unknown): unknown {
    if (isDamage(error))
      this.text ??= `the store is damaged: ${(error as Error).message}`;
    return error;
  }
}
