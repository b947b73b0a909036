import { StoreError } from "./errors.ts";
import { assertNotNewer, migrate, schemaVersion } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import type { Reader } from "./reader.ts";
import { assertOurs, openSqliteForWriting } from "./sqliteFile.ts";
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

function sqlitePath(url: string): string {
  const path = /^sqlite:\/\/(.+)$/.exec(url)?.[1];
  if (!path) {
    throw new StoreError(`${url} is not a store: expected sqlite://PATH`);
  }
  return path;
}
