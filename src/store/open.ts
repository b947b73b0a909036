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

export interface StoreOptions {
  readonly write: boolean;
  /** Write beside the process that follows the chain, as backfilling may; again one at a time. */
  readonly beside?: boolean;
}

/** `sqlite://PATH`. Opened for writing, the file is made if it is not there and brought to the newest schema. */
export async function openStore(
  url: string,
  { write, beside = false }: StoreOptions,
): Promise<Store> {
  const path = sqlitePath(url);
  const writer = write ? await openWriter(path, beside) : null;
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

async function openWriter(path: string, beside: boolean): Promise<Writer> {
  const connection = openSqliteForWriting(path, beside ? "backfill" : "writer");
  try {
    await migrate(connection, migrations);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return createWriter(connection);
}

export function sqlitePath(url: string): string {
  const path = /^sqlite:\/\/(.+)$/.exec(url)?.[1];
  if (!path) {
    throw new StoreError(`${url} is not a store: expected sqlite://PATH`);
  }
  return path;
}
