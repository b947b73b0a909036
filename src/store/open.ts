import type { Connection } from "./connection.ts";
import { StoreError } from "./errors.ts";
import { assertNotNewer, migrate, schemaVersion } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import type { Reader } from "./reader.ts";
import { assertOurs, openSqliteForWriting } from "./sqliteFile.ts";
import { openSqlite } from "./sqlite.ts";
import { openSqliteReader } from "./sqliteReader.ts";
import { createWriter, type Writer } from "./writer.ts";

export interface Store {
  readonly reader: Reader;
  /** Null in a store that was opened for reading only. */
  readonly writer: Writer | null;
  /** Closing twice is closing once. */
  close(): Promise<void>;
}

/** `sqlite://PATH`. Opened for writing, the file is made if it is not there and brought to the newest schema. */
export async function openStore(
  url: string,
  { write }: { write: boolean },
): Promise<Store> {
  const path = sqlitePath(url);
  const writer = write ? await openWriter(path) : null;
  if (!writer) assertOurs(path);
  const reader = openSqliteReader(path);
  if (!writer) assertNotNewer(await schemaVersion(reader), migrations);
  const close = async () => {
    await reader.close();
    await writer?.close();
  };
  let closing: Promise<void> | null = null;
  return { reader, writer, close: () => (closing ??= close()) };
}

async function openWriter(path: string): Promise<Writer> {
  const connection = openSqliteForWriting(path);
  try {
    await migrate(connection, migrations);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return createWriter(connection);
}

/**
 * A connection for small changes beside a process that may be indexing into the store at the same time. Each takes its
 * turn, transaction by transaction; blocks themselves are only ever written by the one writer.
 */
export async function openForUpkeep(url: string): Promise<Connection> {
  const path = sqlitePath(url);
  assertOurs(path);
  const connection = openSqlite(path, { readOnly: false, busyMs: 60_000 });
  const version = await schemaVersion(connection);
  if (version === migrations.at(-1)!.version) return connection;
  await connection.close();
  assertNotNewer(version, migrations);
  throw new StoreError(
    "the store has an older schema: index into it once with this version first",
  );
}

function sqlitePath(url: string): string {
  const path = /^sqlite:\/\/(.+)$/.exec(url)?.[1];
  if (!path) {
    throw new StoreError(`${url} is not a store: expected sqlite://PATH`);
  }
  return path;
}
