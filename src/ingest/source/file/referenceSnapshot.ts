import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { createGunzip } from "node:zlib";
import { readBincodeBlock } from "../../../codecs/blocks/bincodeBlock.ts";
import { ByteReader, DecodeError } from "../../../codecs/reader.ts";
import type { Block } from "../../../domain/block.ts";
import type { AccountReader } from "../accounts.ts";
import type { BlockSource } from "../source.ts";

/** The path is not a snapshot of the reference indexer. */
export class NotASnapshot extends Error {
  override readonly name = "NotASnapshot";
}

/** `snapshot-<first slot>-<last slot>`, as the reference names its files. Gzip files are also read. */
const KEPT = /^snapshot-(\d+)-(\d+)(?:\.gz)?$/;
/** A downloaded snapshot starts with a version byte and two slots. */
const DOWNLOAD_HEADER = 1 + 8 + 8;
/** No block of compression transactions comes near this size. */
const LARGEST_RECORD = 512 * 2 ** 20;

/** Opens a folder of the reference's snapshot files, one such file, or the output of its /download. */
export async function openReferenceSnapshot(
  path: string,
  accounts: AccountReader | null,
): Promise<BlockSource> {
  const files = await filesAt(path);
  const sizes = await Promise.all(files.map(async (f) => (await stat(f)).size));
  const of = sizes.reduce((sum, size) => sum + size, 0);
  let at = 0;
  return {
    chain: "reference snapshot",
    description: `reference snapshot ${basename(path)}`,
    accounts,
    live: null,
    ends: true,
    progress: () => ({ at, of }),
    async *blocks(after, signal, upTo = Infinity) {
      at = 0;
      for (const [i, file] of files.entries()) {
        for await (const block of blocksIn(file)) {
          if (signal.aborted || block.slot > upTo) return;
          if (block.slot > after) yield block;
        }
        at += sizes[i]!;
      }
    },
  };
}

async function filesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new NotASnapshot(`${path}: ${(cause as Error).message}`, { cause });
  });
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => KEPT.test(name));
  if (names.length === 0)
    throw new NotASnapshot(`${path}: no snapshot-<slot>-<slot> files in it`);
  const first = (name: string) => Number(KEPT.exec(name)![1]);
  return names.sort((a, b) => first(a) - first(b)).map((n) => join(path, n));
}

async function* blocksIn(file: string): AsyncGenerator<Block> {
  const isKept = KEPT.test(basename(file));
  let bytes: Buffer = Buffer.alloc(0);
  let skip = isKept ? 0 : DOWNLOAD_HEADER;
  let wanted = 0; // parsing the record again makes sense once this much of it is there
  for await (const chunk of await contentOf(file)) {
    bytes = Buffer.concat([bytes, chunk]);
    if (skip > 0 && bytes.length >= skip) {
      assertDownload(file, bytes);
      bytes = bytes.subarray(skip);
      skip = 0;
    }
    if (skip > 0 || bytes.length < wanted) continue;
    for (let next; (next = readNext(bytes));) {
      yield next.block;
      bytes = bytes.subarray(next.size);
    }
    wanted = 2 * bytes.length;
    if (bytes.length > LARGEST_RECORD) throw unreadable(file);
  }
  for (let next; (next = readNext(bytes));) {
    yield next.block;
    bytes = bytes.subarray(next.size);
  }
  if (bytes.length > 0) throw unreadable(file);
}

/** Returns null while the record is incomplete. */
function readNext(bytes: Buffer): { block: Block; size: number } | null {
  if (bytes.length === 0) return null;
  const reader = new ByteReader(bytes);
  try {
    const block = readBincodeBlock(reader);
    return { block, size: reader.position };
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

function assertDownload(file: string, bytes: Buffer): void {
  const [first, last] = [bytes.readBigUInt64LE(1), bytes.readBigUInt64LE(9)];
  if (bytes[0] !== 1 || first > last)
    throw new NotASnapshot(
      `${file}: neither a snapshot-<slot>-<slot> file nor a download of one`,
    );
}

function unreadable(file: string): NotASnapshot {
  return new NotASnapshot(`${file}: it is damaged or truncated`);
}

async function contentOf(file: string): Promise<AsyncIterable<Buffer>> {
  const handle = await open(file, "r");
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  await handle.close();
  const raw = createReadStream(file, { highWaterMark: 1 << 20 });
  const isGzip = buffer[0] === 0x1f && buffer[1] === 0x8b;
  return isGzip ? raw.pipe(createGunzip()) : raw;
}
