import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, lstatSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";
import { StoreError } from "../errors.ts";
import { readFact } from "../write/facts.ts";
import { readHead } from "../write/head.ts";
import { listChanges, webhooks } from "../schema/tables.ts";
import { schemaVersion } from "../schema/migrate.ts";
import { openSqlite } from "../sqlite/connection.ts";
import { assertOurs } from "../sqlite/open.ts";
import { encodeHeader, PIECE, type SnapshotHeader } from "./header.ts";

/**
 * Writes the current state of the store into a file while indexing and serving continue. An existing file is replaced
 * only with `force`; anything else (a folder, a link, a device) never is.
 */
export async function createSnapshot(
  storePath: string,
  file: string,
  { force = false }: { readonly force?: boolean } = {},
): Promise<SnapshotHeader> {
  assertOurs(storePath);
  assertMayWrite(file, force);
  // Names that only this process uses, because both files are deleted at the end.
  const copy = `${file}.${process.pid}.copying`;
  const part = `${file}.${process.pid}.part`;
  try {
    copyStore(storePath, copy);
    leaveOutOwnTables(copy);
    const header = await describe(copy);
    await write(header, copy, part);
    assertMayWrite(file, force);
    await rename(part, file);
    return header;
  } catch (error) {
    throw error instanceof StoreError ? error : notWritten(file, error);
  } finally {
    for (const each of [copy, `${copy}-journal`, part])
      await rm(each, { force: true });
  }
}

function assertMayWrite(file: string, force: boolean): void {
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (!there) return;
  if (!there.isFile())
    throw new StoreError(`${file} is not a regular file: choose another name`);
  if (!force)
    throw new StoreError(
      `${file} exists already: choose another name, or replace it with --force`,
    );
}

function notWritten(file: string, cause: unknown): StoreError {
  const { message } = cause as Error;
  return new StoreError(`the snapshot ${file} cannot be written: ${message}`, {
    cause,
  });
}

/** Copies one state, in one read transaction, and leaves out free pages. */
function copyStore(from: string, to: string): void {
  const db = new DatabaseSync(from, { readOnly: true });
  try {
    db.prepare("vacuum into ?").run(to);
  } finally {
    db.close();
  }
}

/**
 * The change log is about a store's own readers, and webhooks with their secrets belong to the store alone. Their bytes
 * are overwritten, which takes no space in the compressed file.
 */
function leaveOutOwnTables(copy: string): void {
  const db = new DatabaseSync(copy);
  const isThere = db.prepare("select 1 from sqlite_schema where name = ?");
  try {
    db.exec("pragma secure_delete = on");
    for (const { name } of [listChanges, webhooks])
      // A store of an older version has no such table.
      if (isThere.get(name)) db.exec(`delete from ${name}`);
  } finally {
    db.close();
  }
}

async function describe(copy: string): Promise<SnapshotHeader> {
  const connection = openSqlite(copy, { readOnly: true });
  try {
    const head = await readHead(connection);
    if (!head) throw new StoreError("the store holds no blocks yet");
    return {
      format: 1,
      schema: await schemaVersion(connection),
      ...head,
      chain: await readFact(connection, "chain"),
      bytes: (await stat(copy)).size,
      sha256: await sha256Of(copy),
    };
  } finally {
    await connection.close();
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: PIECE }), hash);
  return hash.digest("hex");
}

async function write(
  header: SnapshotHeader,
  copy: string,
  part: string,
): Promise<void> {
  await pipeline(
    Readable.from([encodeHeader(header)]),
    createWriteStream(part, { flags: "wx" }),
  );
  await pipeline(
    createReadStream(copy, { highWaterMark: PIECE }),
    createZstdCompress({ chunkSize: PIECE }),
    createWriteStream(part, { flags: "a" }),
  );
  const handle = await open(part, "r+");
  await handle.sync();
  await handle.close();
}
