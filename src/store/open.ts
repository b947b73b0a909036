import type { HistoryKept } from "../domain/historyKept.ts";
import type { Connection } from "./connection.ts";
import { StoreError } from "./errors.ts";
import { assertNotNewer, migrate, schemaVersion } from "./schema/migrate.ts";
import { migrations } from "./schema/migrations/index.ts";
import {
  connectForUpkeep,
  connectWriter,
  migratePostgres,
  openPostgresReader,
  POSTGRES_DEFAULTS,
  type PostgresOptions,
} from "./postgres/open.ts";
import { distributePostgres } from "./postgres/citus.ts";
import { serverName, withoutCredentials } from "./postgres/hosts.ts";
import type { Reader } from "./reader.ts";
import {
  assertOurs,
  lockWriting,
  openSqliteForWriting,
  type WriterRole,
} from "./sqlite/open.ts";
import { openSqlite } from "./sqlite/connection.ts";
import { openSqliteReader } from "./sqlite/reader.ts";
import { createWriter, type Writer } from "./writer.ts";

export interface Store {
  readonly reader: Reader;
  /** Null if the store was opened for reading only. */
  readonly writer: Writer | null;
  /** May be called more than once. */
  close(): Promise<void>;
}

export interface StoreOptions extends Partial<PostgresOptions> {
  readonly write: boolean;
  /** Write beside the process that follows the chain, for backfilling. Their transactions alternate. */
  readonly beside?: boolean;
  /** SQLite only: see sqlite/. */
  readonly cacheMib?: number;
  /** For writing: how far back lists can be asked for. The default is all of it. */
  readonly history?: HistoryKept;
}

/** The schema of this version. */
export const NEWEST_SCHEMA = migrations.at(-1)!.version;

/** What an engine provides. Everything built on these two is the same for both engines. */
interface Opened {
  readonly reader: Reader;
  readonly connection: Connection | null;
}

/**
 * Opens `sqlite://PATH` or `postgres://…`. For writing, it creates a missing store and migrates an older one. While another
 * process writes, opening an SQLite store fails, and a PostgreSQL writer waits when it is first used.
 */
export async function openStore(
  url: string,
  options: StoreOptions,
): Promise<Store> {
  const { reader, connection } = await openEngine(url, options);
  const writer = connection && createWriter(connection, options.history);
  const close = async () => {
    await reader.close();
    await writer?.close();
  };
  if (!writer) await assertUsable(reader, close);
  let closing: Promise<void> | null = null;
  return { reader, writer, close: () => (closing ??= close()) };
}

/** Creates the store or migrates it to the newest schema, then closes it. */
export async function migrateStore(url: string): Promise<void> {
  if (isPostgres(url)) await migratePostgres(url);
  else await (await openStore(url, { write: true })).close();
}

/** Distributes the tables of a store over a Citus cluster. Returns the statements it ran. */
export function distributeStore(url: string): Promise<readonly string[]> {
  if (isPostgres(url)) return distributePostgres(url);
  throw new StoreError(
    `${withoutCredentials(url)} is not a PostgreSQL database, which Citus requires`,
  );
}

/** A store's URL for logs, without the password. */
export function storeName(url: string): string {
  return isPostgres(url) ? serverName(url) : url;
}

export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

async function openEngine(url: string, options: StoreOptions): Promise<Opened> {
  if (!isPostgres(url)) return openSqliteStore(sqlitePath(url), options);
  const chosen = { ...POSTGRES_DEFAULTS, ...options };
  if (options.write) await migratePostgres(url);
  const reader = await openPostgresReader(url, chosen);
  const connect = options.beside ? connectForUpkeep : connectWriter;
  return { reader, connection: options.write ? connect(url, chosen) : null };
}

async function openSqliteStore(
  path: string,
  options: StoreOptions,
): Promise<Opened> {
  const connection = options.write
    ? await openSqliteWriter(path, options)
    : null;
  if (!connection) assertOurs(path);
  return { reader: openSqliteReader(path, options), connection };
}

async function openSqliteWriter(
  path: string,
  { beside = false, cacheMib }: StoreOptions,
): Promise<Connection> {
  const role = beside ? "backfill" : "writer";
  const connection = openSqliteForWriting(path, role, { cacheMib });
  try {
    await migrateAlone(connection, path, role);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}

/** No other process may write while the schema changes: an older version would continue to write the old schema. */
async function migrateAlone(
  connection: Connection,
  path: string,
  role: WriterRole,
): Promise<void> {
  const other = role === "writer" ? "backfill" : "writer";
  const unlock = (await isOutdated(connection)) && lockWriting(path, other);
  try {
    await migrate(connection, migrations);
  } finally {
    if (unlock) unlock();
  }
}

/** False for a new store: any process that opens it knows the newest schema. */
async function isOutdated(connection: Connection): Promise<boolean> {
  const versions = "select 1 from sqlite_schema where name = 'schema_versions'";
  const isNew = (await connection.all(versions, [])).length === 0;
  return !isNew && (await schemaVersion(connection)) < NEWEST_SCHEMA;
}

async function assertUsable(
  reader: Reader,
  close: () => Promise<void>,
): Promise<void> {
  try {
    assertNotNewer(await schemaVersion(reader), migrations);
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * A connection for small changes while another process may be indexing into the store. Their transactions alternate.
 * Only the writer writes blocks.
 */
export async function openForUpkeep(url: string): Promise<Connection> {
  const connection = isPostgres(url)
    ? connectForUpkeep(url)
    : openSqliteForUpkeep(sqlitePath(url));
  try {
    assertCurrent(await schemaVersion(connection));
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function openSqliteForUpkeep(path: string): Connection {
  assertOurs(path);
  return openSqlite(path, { readOnly: false, busyMs: 60_000 });
}

/** For a process that does not upgrade the store. */
export function assertCurrent(version: number): void {
  assertNotNewer(version, migrations);
  if (version < NEWEST_SCHEMA)
    throw new StoreError(
      `the store has schema version ${version}, this program needs ${NEWEST_SCHEMA}: start the process that indexes into it, or run tachyon migrate`,
    );
}

export function sqlitePath(url: string): string {
  const path = /^sqlite:\/\/(.+)$/.exec(url)?.[1];
  if (!path) {
    throw new StoreError(
      `${withoutCredentials(url)} is not a store: expected sqlite://PATH or postgres://USER@HOST/DATABASE`,
    );
  }
  return path;
}
