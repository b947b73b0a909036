import type { Connection, Reading } from "./connection.ts";
import { Pool } from "./pool.ts";
import { ReadyIndexes } from "./readyIndexes.ts";
import type { Reader } from "./reader.ts";
import { openSqlite } from "./sqlite.ts";

/** Scans that run at the same time; further ones wait for a free connection. */
const SCAN_CONNECTIONS = 2;

/** Pages share one connection, where each is answered at once. A scan holds a snapshot over many turns, so it has its own. */
export function openSqliteReader(path: string, cacheMib?: number): Reader {
  const options = { readOnly: true, cacheMib };
  const pages = openSqlite(path, options);
  const scans = new Pool<Connection>(
    SCAN_CONNECTIONS,
    () => openSqlite(path, options),
    (connection) => connection.close(),
  );
  return {
    dialect: pages.dialect,
    readyIndexes: new ReadyIndexes(),
    all: (sql, params) => pages.all(sql, params),
    snapshot: <T>(work: (reading: Reading) => Promise<T>) =>
      scans.use(async (connection) => {
        await connection.run("begin");
        const result = await work(connection);
        await connection.run("rollback");
        return result;
      }),
    close: async () => {
      await pages.close();
      await scans.close();
    },
  };
}
