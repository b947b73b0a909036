import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { asNatural, asRecord } from "../../codecs/json.ts";
import { readJsonBlock } from "../../codecs/jsonBlock.ts";
import type { Block } from "../../domain/block.ts";
import type { Slot } from "../../domain/values.ts";
import type { AccountReader } from "./accounts.ts";
import { type Line, type LineFile, openLines } from "./lines.ts";
import type { BlockSource } from "./source.ts";

/** The file cannot be read as a recorded chain; the message names file and line. */
export class NotAChain extends Error {
  override readonly name = "NotAChain";
}

export interface FileSourceOptions {
  readonly accounts?: AccountReader | null;
}

/** A recorded chain: one `{"slot":…,"block":…}` line per block, the block as getBlock answers it. */
export async function openFileSource(
  path: string,
  { accounts = null }: FileSourceOptions = {},
): Promise<BlockSource> {
  const size = await sizeOf(path);
  const first = await firstLine(path);
  let reading: LineFile | null = null;
  return {
    chain: `file:${createHash("sha256").update(first).digest("hex")}`,
    description: `recorded chain ${basename(path)}`,
    accounts,
    live: null,
    ends: true,
    progress: () => ({ at: reading?.bytesRead() ?? 0, of: size }),
    async *blocks(after, signal, upTo = Infinity) {
      reading = await openLines(path);
      for await (const block of blocksIn(path, reading, after, signal)) {
        if (block.slot > upTo) return;
        yield block;
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

/** Read before anything else is touched: it names the chain, and shows at once when the file is no chain. */
async function firstLine(path: string): Promise<Buffer> {
  const lines = await openLines(path);
  for await (const line of guarded(path, lines)) {
    parse(path, line);
    return line.bytes;
  }
  throw new NotAChain(`${path}: the file is empty`);
}

async function* blocksIn(
  path: string,
  lines: LineFile,
  after: Slot,
  signal: AbortSignal,
): AsyncGenerator<Block> {
  for await (const line of guarded(path, lines)) {
    if (signal.aborted) return;
    if (isAtOrBelow(line, after)) continue;
    const block = parse(path, line);
    if (block.slot > after) yield block;
  }
}

/** Spares parsing what is indexed already; a line that starts in another way is parsed to find out. */
function isAtOrBelow({ bytes }: Line, after: Slot): boolean {
  const start = bytes.toString("latin1", 0, 32);
  const slot = /^\{"slot":(\d+),/.exec(start)?.[1];
  return slot !== undefined && Number(slot) <= after;
}

function parse(path: string, line: Line): Block {
  try {
    const json: unknown = JSON.parse(line.bytes.toString("utf8"));
    const { slot, block } = asRecord(json, "the line");
    return readJsonBlock(asNatural(slot, '"slot"'), block);
  } catch (cause) {
    throw new NotAChain(
      `${path}, line ${line.number}: not a block of a recorded chain (${reason(cause)})`,
      { cause },
    );
  }
}

/** Gives errors of the file itself (a cut gzip stream, a disk) the file's name. */
async function* guarded(path: string, lines: LineFile): AsyncGenerator<Line> {
  try {
    yield* lines;
  } catch (cause) {
    throw new NotAChain(`${path}: ${reason(cause)}`, { cause });
  }
}

function reason(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES") return "no permission to read it";
  if (code === "Z_BUF_ERROR") return "its gzip stream is cut short";
  // JSON.parse quotes the text it stumbled over; one short line is enough.
  return message.split("\n")[0]!.slice(0, 160);
}
