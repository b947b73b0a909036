import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Connection } from "../connection.ts";
import { NoStoreYet, SQLITE_BUSY, sqliteCode, StoreError } from "../errors.ts";
import { makeFolder } from "./makeFolder.ts";
import {
  APPLICATION_ID,
  OPEN_BUSY_MS,
  openSqlite,
  type SqliteOptions,
} from "./connection.ts";

export type WriterRole = "writer" | "backfill";

/** Opens a file for writing. Refuses files of other programs and files that another process writes to in the same role. */
export function openSqliteForWriting(
  path: string,
  role: WriterRole = "writer",
  tuning: Omit<SqliteOptions, "readOnly"> = {},
): Connection {
  return explained(path, () => {
    makeFolder(dirname(path));
    const unlock = lockWriting(path, role);
    try {
      claim(path);
      const connection = openSqlite(path, { ...tuning, readOnly: false });
      return withUnlock(connection, unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  });
}

export function assertOurs(path: string): void {
  explained(path, () => {
    if (!existsSync(path)) {
      throw new NoStoreYet(`there is no database at ${path}`);
    }
    const db = new DatabaseSync(path, {
      readOnly: true,
      timeout: OPEN_BUSY_MS,
    });
    try {
      if (applicationId(db) !== APPLICATION_ID) {
        throw new StoreError(`${path} is not a Tachyon database`);
      }
    } finally {
      db.close();
    }
  });
}

/** 8 KiB pages hold a rendered account (up to 2 KB) without overflow pages. The size of an existing file cannot change. */
const PAGE_SIZE = 8192;

/** Marks a new file as a Tachyon store and refuses a file of another program. */
function claim(path: string): void {
  const db = new DatabaseSync(path, { timeout: OPEN_BUSY_MS });
  try {
    if (applicationId(db) === APPLICATION_ID) return;
    const tables = db.prepare("select count(*) as n from sqlite_schema").get();
    if (applicationId(db) !== 0 || tables?.n !== 0) {
      throw new StoreError(`${path} is not a Tachyon database`);
    }
    db.exec(
      `pragma page_size = ${PAGE_SIZE}; pragma application_id = ${APPLICATION_ID}`,
    );
  } finally {
    db.close();
  }
}

function applicationId(db: DatabaseSync): number {
  return Number(db.prepare("pragma application_id").get()?.application_id);
}

/**
 * Allows one writer per role and store, by an exclusive transaction on a file beside the store. The operating system
 * releases it however the process ends.
 */
export function lockWriting(path: string, role: WriterRole): () => void {
  const lock = new DatabaseSync(`${path}-${role}`, { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (sqliteCode(error) !== SQLITE_BUSY) throw error;
    throw new StoreError(
      role === "writer"
        ? `another process is indexing into ${path}; stop it, or start with --disable-indexing to serve only`
        : `another process is backfilling ${path}; wait until it has finished`,
    );
  }
  return () => {
    lock.close();
  };
}

function withUnlock(connection: Connection, unlock: () => void): Connection {
  return {
    ...connection,
    close: async () => {
      await connection.close();
      unlock();
    },
  };
}

const EXPLANATIONS: Readonly<Record<number, string>> = {
  [SQLITE_BUSY]: "is locked by another process",
  8: "cannot be written to: it is read-only",
  11: "is damaged: move it away and index again",
  14: "cannot be opened",
  26: "is not a database",
};

/** Turns an SQLite error into one line about this file. */
function explained<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const explanation = EXPLANATIONS[sqliteCode(error) ?? 0];
    if (explanation) {
      throw new StoreError(`${path} ${explanation}`, { cause: error });
    }
    if (isSystemError(error)) {
      throw new StoreError(`${path} cannot be opened: ${error.message}`, {
        cause: error,
      });
    }
    throw error;
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
