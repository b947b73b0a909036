import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { StoreError } from "../errors.ts";
import { readFact } from "../write/facts.ts";
import { readHead } from "../write/head.ts";
import { makeFolder } from "../sqlite/makeFolder.ts";
import { assertNotNewer, schemaVersion } from "../schema/migrate.ts";
import { migrations } from "../schema/migrations/index.ts";
import { openSqlite } from "../sqlite/connection.ts";
import { assertOurs } from "../sqlite/open.ts";
import { PIECE, readHeader, type SnapshotHeader } from "./header.ts";

/** Restores a snapshot to a path without a store, after checking it against its header. */
export async function restoreSnapshot(
  file: string,
  storePath: string,
): Promise<SnapshotHeader> {
  assertNothingAt(storePath);
  const { header, start } = await readHeader(file);
  assertNotNewer(header.schema, migrations);
  const unpacked = `${storePath}.restoring`;
  makeFolder(dirname(storePath));
  try {
    await unpack(file, start, header, unpacked);
    await assertContent(file, unpacked, header);
    assertNothingAt(storePath);
    await rename(unpacked, storePath);
  } finally {
    await rm(unpacked, { force: true });
  }
  return header;
}

export function assertNothingAt(storePath: string): void {
  if (existsSync(storePath))
    throw new StoreError(
      `there is already a store at ${storePath}: move it away, or choose another path with --db-url`,
    );
  const log = `${storePath}-wal`; // SQLite would replay it into any store beside it
  if (existsSync(log))
    throw new StoreError(
      `an earlier store at ${storePath} has left its log: move ${log} to that store`,
    );
}

async function unpack(
  file: string,
  start: number,
  { bytes, sha256 }: SnapshotHeader,
  to: string,
): Promise<void> {
  const hash = createHash("sha256");
  let size = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      // The header of a small file may claim any size.
      if (size > bytes)
        throw damaged(file, "it is larger than its header says");
      yield chunk;
    }
  };
  try {
    const from = createReadStream(file, { start, highWaterMark: PIECE });
    // Opened before anything can fail: a stream that opens its file later could make it after it was removed.
    const handle = await open(to, "w");
    const out = handle.createWriteStream({ flush: true, highWaterMark: PIECE });
    const unpacked = createZstdDecompress({ chunkSize: PIECE });
    await pipeline(from, unpacked, measure, out);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith("E")) throw error; // the disk is at fault, not the snapshot
    throw damaged(file, message);
  }
  if (size !== bytes) throw damaged(file, "it is truncated");
  if (hash.digest("hex") !== sha256)
    throw damaged(file, "its checksum does not match");
}

async function assertContent(
  file: string,
  unpacked: string,
  header: SnapshotHeader,
): Promise<void> {
  assertOurs(unpacked);
  const connection = openSqlite(unpacked, { readOnly: true });
  try {
    const [check] = await connection.all("pragma quick_check(1)", []);
    if (check?.[0] !== "ok") throw damaged(file, String(check?.[0]));
    const head = await readHead(connection);
    const same =
      head?.slot === header.slot &&
      head.blockhash === header.blockhash &&
      (await schemaVersion(connection)) === header.schema &&
      (await readFact(connection, "chain")) === header.chain;
    if (!same) throw damaged(file, "its header describes another store");
  } finally {
    await connection.close();
  }
}

function damaged(file: string, why: string): StoreError {
  return new StoreError(`${file} is damaged: ${why}; nothing was restored`);
}
