import type { Connection, Reading } from "./connection.ts";
import type { Reader } from "./reader.ts";
import { openSqlite } from "./sqlite.ts";

/** Scans that run at the same time; further ones wait for a free connection. */
const SCAN_CONNECTIONS = 2;

/** Pages share one connection, where each is answered at once. A scan holds a snapshot over many turns, so it has its own. */
export function openSqliteReader(path: string): Reader {
  const pages = openSqlite(path, { readOnly: true });
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  let opened = 0;

  const acquire = (): Connection | Promise<Connection> => {
    const free = idle.pop();
    if (free) return free;
    if (opened < SCAN_CONNECTIONS) {
      opened += 1;
      return openSqlite(path, { readOnly: true });
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  const release = (connection: Connection): void => {
    const next = waiting.shift();
    if (next) next(connection);
    else idle.push(connection);
  };

  return {
    dialect: pages.dialect,
    all: (sql, params) => pages.all(sql, params),
    async snapshot<T>(work: (reading: Reading) => Promise<T>): Promise<T> {
      const connection = await acquire();
      try {
        await connection.run("begin");
        return await work(connection);
      } finally {
        await connection.run("rollback");
        release(connection);
      }
    },
    close: async () => {
      await pages.close();
      for (const connection of idle) await connection.close();
    },
  };
}
