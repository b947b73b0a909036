import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Connection, Row, Value } from "../connection.ts";
import { sqlite } from "../dialect.ts";
import type { MaybePromise } from "../maybePromise.ts";
import { SQLITE_BUSY, sqliteCode } from "../errors.ts";
import { deleteSql, findSql, replaceSql } from "../schema/statements.ts";
import type { Table } from "../schema/tables.ts";
import { LONGEST_LOG, shortenLog } from "./writeAheadLog.ts";

/** "Tach": marks a file as a Tachyon store. */
export const APPLICATION_ID = 0x54616368;

/**
 * A power failure may lose the newest blocks but never part of one. The head is in the same transaction, so lost blocks
 * are indexed again.
 */
const SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma busy_timeout = 1;
`;

/** Log pages after which a checkpoint runs. With a longer log, fewer versions of a page reach the file. */
const LOG_PAGES = 32_000;

/** The changed pages of a batch must fit, or SQLite writes them twice. This gives 40 % more transactions a second. */
export const DEFAULT_CACHE_MIB = 256;
/** Readers map the file and need memory only for pages that are still in the log. */
const READER_SHARE = 1 / 16;

export interface SqliteOptions {
  readonly readOnly: boolean;
  /** How long a transaction waits for one of another process. */
  readonly busyMs?: number | undefined;
  /** Memory of a write connection for pages of the store; a read connection has a sixteenth of it. */
  readonly cacheMib?: number | undefined;
  /** The write-ahead log is shortened before the next transaction once it has this many bytes. */
  readonly longestLog?: number | undefined;
}

/** How long opening and reading wait for a lock, which others hold only briefly: the first to open a store prepares its log. */
export const OPEN_BUSY_MS = 5_000;
const BUSY_MS = 10_000;

export function openSqlite(path: string, options: SqliteOptions): Connection {
  const { busyMs = BUSY_MS, longestLog = LONGEST_LOG } = options;
  const db = new DatabaseSync(path, {
    readOnly: options.readOnly,
    timeout: OPEN_BUSY_MS,
  });
  try {
    const share = options.readOnly ? READER_SHARE : 1;
    const kib = (options.cacheMib ?? DEFAULT_CACHE_MIB) * 1024 * share;
    db.exec(`pragma cache_size = -${kib}; pragma mmap_size = 17179869184`);
    if (!options.readOnly)
      db.exec(`${SETTINGS} pragma wal_autocheckpoint = ${LOG_PAGES};
        pragma journal_size_limit = ${longestLog}`);
  } catch (error) {
    db.close();
    throw error;
  }
  const begin = async (): Promise<void> => {
    await shortenLog(db, path, longestLog);
    await beginImmediate(db, busyMs);
  };
  return connectionOver(db, begin);
}

/**
 * Rows of a large batch are written early, before the garbage collector has to promote them. Each part is written in key
 * order, so fewer rows at a time would write the same pages more often.
 */
const ROWS_AHEAD = 2_000;

function connectionOver(
  db: DatabaseSync,
  begin: () => Promise<void>,
): Connection {
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

  const upsertMany = (table: Table, rows: readonly Row[]): void => {
    const statement = prepare(replaceSql(table));
    for (const row of rows) statement.run(...row);
  };

  return {
    dialect: sqlite,
    rowsAhead: ROWS_AHEAD,
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
    upsertMany,
    insertMany: upsertMany,
    deleteMany: (table, keys) => {
      const statement = prepare(deleteSql(table));
      for (const key of keys) statement.run(...key);
    },
    transaction: (work) => inTransaction(db, work, begin),
    close: () => {
      db.close();
    },
  };
}

const BUSY_PAUSE_MS = 5;

/** Waits for another process's transaction asynchronously; SQLite's own busy handler would block the thread. */
async function beginImmediate(db: DatabaseSync, busyMs: number): Promise<void> {
  const late = Date.now() + busyMs;
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
  begin: () => Promise<void>,
): Promise<T> {
  await begin();
  try {
    const result = await work();
    db.exec("commit");
    return result;
  } catch (error) {
    // After a full disk SQLite may have rolled back already. A failing second rollback must not hide the cause.
    if (db.isTransaction) db.exec("rollback");
    throw error;
  }
}
