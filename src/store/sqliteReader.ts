import type { Connection, Reading, Row, Value } from "./connection.ts";
import { Pool } from "./pool.ts";
import { ReadyIndexes } from "./readyIndexes.ts";
import type { Reader } from "./reader.ts";
import type { Page } from "./page.ts";
import { type AskedPage, Recalled } from "./recall/recalled.ts";
import { TouchedLog } from "./recall/touchedLog.ts";
import { Turn } from "./recall/turn.ts";
import { openSqlite } from "./sqlite.ts";

/** Scans that run at the same time; further ones wait for a free connection. */
const SCAN_CONNECTIONS = 2;

/** Two hundred pages of 100 token accounts. */
export const DEFAULT_RECALL_MIB = 16;

export interface SqliteReaderOptions {
  readonly cacheMib?: number | undefined;
  /** Memory for pages that are asked for again before their rows have changed. */
  readonly recallMib?: number | undefined;
}

/** Pages share one connection, where each is answered at once. A scan holds a snapshot over many turns, so it has its own. */
export function openSqliteReader(
  path: string,
  { cacheMib, recallMib = DEFAULT_RECALL_MIB }: SqliteReaderOptions = {},
): Reader {
  const options = { readOnly: true, cacheMib };
  const pages = openSqlite(path, options);
  const turn = new Turn(pages);
  const all = (sql: string, params: readonly Value[]): readonly Row[] => {
    turn.begin();
    return pages.all(sql, params) as readonly Row[];
  };
  const log = new TouchedLog(all);
  const watch = { version: () => turn.version(), news: () => log.news() };
  const recalled = new Recalled(watch, recallMib * 2 ** 20);
  const scans = new Pool<Connection>(
    SCAN_CONNECTIONS,
    () => openSqlite(path, options),
    (connection) => connection.close(),
  );
  return {
    dialect: pages.dialect,
    readyIndexes: new ReadyIndexes(),
    all,
    ...(recallMib > 0 && {
      recall: (asked: AskedPage, read: () => Page) =>
        recalled.page(asked, read),
    }),
    recalls: () => recalled.hits,
    snapshot: <T>(work: (reading: Reading) => Promise<T>) =>
      scans.use(async (connection) => {
        await connection.run("begin");
        const result = await work(connection);
        await connection.run("rollback");
        return result;
      }),
    close: async () => {
      turn.end();
      await pages.close();
      await scans.close();
    },
  };
}
