import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Connection, Row, Value } from "./connection.ts";
import { sqlite } from "./dialect.ts";
import type { MaybePromise } from "./page.ts";
import { SQLITE_BUSY, sqliteCode } from "./errors.ts";
import { deleteSql, findSql, replaceSql } from "./statements.ts";

/** "Tach": says that a file is ours before any table is looked at. */
export const APPLICATION_ID = 0x54616368;

/**
 * Losing power may lose the newest blocks, never tear one: the checkpoint is in the same transaction, so they are
 * indexed again.
 */
const SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma wal_autocheckpoint = 32000;
  pragma busy_timeout = 1;
`;

/** Readers have the mapped file. The writer's changed pages must fit, or a batch is written twice: 40 % more transactions a second. */
const READER_CACHE_KIB = 64 * 1024;
const WRITER_CACHE_KIB = 256 * 1024;

export interface SqliteOptions {
  readonly readOnly: boolean;
  /** How long to wait for a lock that another process holds. */
  readonly busyMs?: number;
}

export function openSqlite(path: string, options: SqliteOptions): Connection {
  const db = new DatabaseSync(path, {
    readOnly: options.readOnly,
    timeout: options.busyMs ?? 5_000,
  });
  try {
    const cache = options.readOnly ? READER_CACHE_KIB : WRITER_CACHE_KIB;
    db.exec(`pragma cache_size = -${cache}; pragma mmap_size = 17179869184`);
    if (!options.readOnly) db.exec(SETTINGS);
  } catch (error) {
    db.close();
    throw error;
  }
  return connectionOver(db);
}

function connectionOver(db: DatabaseSync): Connection {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = db.prepare(sql);
      statement.setReturnArrays(true);
      prepared.set(sql, statement);
    }
    return statement;
  };
  // With setReturnArrays a row is an array; the driver's types do not follow that setting.
  const all = (sql: string, params: readonly Value[]) =>
    prepare(sql).all(...params) as unknown as Row[];

  return {
    dialect: sqlite,
    all,
    run: (sql, params = []) => {
      prepare(sql).run(...params);
    },
    findMany: (table, keys) => {
      const statement = prepare(findSql(table));
      const found: Row[] = [];
      for (const key of keys) {
        const row = statement.get(...key) as unknown as Row | undefined;
        if (row) found.push(row);
      }
      return found;
    },
    upsertMany: (table, rows) => {
      const statement = prepare(replaceSql(table));
      for (const row of rows) statement.run(...row);
    },
    deleteMany: (table, keys) => {
      const statement = prepare(deleteSql(table));
      for (const key of keys) statement.run(...key);
    },
    transaction: (work) => inTransaction(db, work),
    close: () => {
      db.close();
    },
  };
}

const BUSY_PAUSE_MS = 5;
const BUSY_MS = 10_000;

/** Waits for another process's transaction without holding up this one: the engine's own waiting would. */
async function begin(db: DatabaseSync): Promise<void> {
  const late = Date.now() + BUSY_MS;
  for (;;) {
    try {
      db.exec("begin immediate");
      return;
    } catch (error) {
      if (sqliteCode(error) !== SQLITE_BUSY || Date.now() > late) throw error;
      await sleep(BUSY_PAUSE_MS);
    }
  }
}

async function inTransaction<T>(
  db: DatabaseSync,
  work: () => MaybePromise<T>,
): Promise<T> {
  await begin(db);
  try {
    const result = await work();
    db.exec("commit");
    return result;
  } catch (error) {
    // A full disk may have rolled back already; a second rollback must not hide the cause.
    if (db.isTransaction) db.exec("rollback");
    throw error;
  }
}
