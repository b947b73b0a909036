import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Block } from "../../../domain/block.ts";
import type { Slot } from "../../../domain/values.ts";
import type { AccountReader } from "../accounts.ts";
import { prefetchFile } from "./filePrefetch.ts";
import { type LineFile, openLines } from "./lines.ts";
import {
  guarded,
  linesAfter,
  NotAChain,
  parseBlock,
  reason,
} from "./recording.ts";
import type { BlockSource } from "../source.ts";

export interface FileSourceOptions {
  readonly accounts?: AccountReader | null;
  /**
   * A file of at least this many bytes is read and decoded in a separate thread. A smaller one ends before the thread
   * starts.
   */
  readonly threadFrom?: number;
}

/** A recorded chain: one `{"slot":…,"block":…}` line per block, the block as returned by getBlock. */
export async function openFileSource(
  path: string,
  { accounts = null, threadFrom = 8 << 20 }: FileSourceOptions = {},
): Promise<BlockSource> {
  const size = await sizeOf(path);
  const first = await firstLine(path);
  let reading: Pick<LineFile, "bytesRead"> | null = null;
  return {
    chain: `file:${createHash("sha256").update(first).digest("hex")}`,
    description: `recorded chain ${basename(path)}`,
    accounts,
    live: null,
    ends: true,
    progress: () => ({ at: reading?.bytesRead() ?? 0, of: size }),
    async *blocks(after, signal, upTo = Infinity) {
      const open = size < threadFrom ? readHere : prefetchFile;
      const opened = await open(path, after);
      reading = opened;
      for await (const block of opened.blocks) {
        if (signal.aborted || block.slot > upTo) return;
        if (block.slot > after) yield block;
      }
    },
  };
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new NotAChain(`${path}: ${reason(cause)}`, { cause });
  });
  if (!found.isFile()) throw new NotAChain(`${path}: not a file`);
  return found.size;
}

/** Read first: it identifies the chain, and reveals at once if the file is not a recorded chain. */
async function firstLine(path: string): Promise<Buffer> {
  const lines = await openLines(path);
  for await (const line of guarded(path, lines)) {
    parseBlock(path, line);
    return line.bytes;
  }
  throw new NotAChain(`${path}: the file is empty`);
}

async function readHere(path: string, after: Slot) {
  const lines = await openLines(path);
  return {
    bytesRead: () => lines.bytesRead(),
    blocks: parseLines(path, lines, after),
  };
}

async function* parseLines(
  path: string,
  lines: LineFile,
  after: Slot,
): AsyncGenerator<Block> {
  for await (const line of linesAfter(path, lines, after))
    yield parseBlock(path, line);
}
