import { open } from "node:fs/promises";
import type { ReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";

export interface Line {
  /** Line numbers start at 1, as in editors. */
  readonly number: number;
  readonly bytes: Buffer;
}

/** A block of a full mainnet slot is about 10 MB as JSON. A much longer "line" means that the file is of another kind. */
const LONGEST_LINE = 256 * 1024 * 1024;
const NEWLINE = 10;

/** A plain or gzip file read line by line, with one line in memory at a time. */
export interface LineFile extends AsyncIterable<Line> {
  /** Bytes of the file (not of the uncompressed text) read so far. */
  bytesRead(): number;
}

export async function openLines(path: string): Promise<LineFile> {
  const handle = await open(path, "r");
  const gzip = await startsLikeGzip(handle);
  const file = handle.createReadStream({ start: 0, highWaterMark: 1 << 18 });
  return {
    bytesRead: () => file.bytesRead,
    [Symbol.asyncIterator]: () =>
      splitLines(gzip ? unzipped(file) : file)[Symbol.asyncIterator](),
  };
}

async function startsLikeGzip(
  handle: Awaited<ReturnType<typeof open>>,
): Promise<boolean> {
  const magic = Buffer.alloc(2);
  await handle.read(magic, 0, 2, 0);
  return magic.equals(Buffer.from([0x1f, 0x8b]));
}

function unzipped(file: ReadStream): AsyncIterable<Buffer> {
  // Errors of either stream reach the reader of the second one, so the callback does nothing.
  return pipeline(file, createGunzip(), () => undefined);
}

/** Splits a stream of bytes at newlines. Empty lines are counted but not returned. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Line> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let number = 0;
  const take = (): Line => {
    const bytes = held.length === 1 ? held[0]! : Buffer.concat(held);
    held = [];
    heldBytes = 0;
    return { number, bytes };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end; (end = chunk.indexOf(NEWLINE, start)) >= 0; start = end + 1) {
      number++;
      held.push(chunk.subarray(start, end));
      const line = take();
      if (line.bytes.length > 0) yield line;
    }
    held.push(chunk.subarray(start));
    heldBytes += chunk.length - start;
    if (heldBytes > LONGEST_LINE) {
      throw new RangeError(`line ${number + 1} does not end`);
    }
  }
  number++;
  const last = take();
  if (last.bytes.length > 0) yield last;
}
