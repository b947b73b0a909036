import { parseBlockText } from "../../../codecs/blocks/blockText.ts";
import { asNatural, asRecord } from "../../../codecs/json.ts";
import { readJsonBlock } from "../../../codecs/blocks/jsonBlock.ts";
import type { Block } from "../../../domain/block.ts";
import type { Slot } from "../../../domain/values.ts";
import type { Line, LineFile } from "./lines.ts";

/** The file cannot be read as a recorded chain. The message contains file and line. */
export class NotAChain extends Error {
  override readonly name = "NotAChain";
}

/**
 * Skips lines whose text shows a slot at or below `after`, without parsing them. Other lines may turn out to be at or
 * below it, too.
 */
export async function* linesAfter(
  path: string,
  lines: LineFile,
  after: Slot,
): AsyncGenerator<Line> {
  for await (const line of guarded(path, lines))
    if (!isAtOrBelow(line, after)) yield line;
}

/** A line with another beginning must be parsed to find out. */
function isAtOrBelow({ bytes }: Line, after: Slot): boolean {
  const start = bytes.toString("latin1", 0, 32);
  const slot = /^\{"slot":(\d+),/.exec(start)?.[1];
  return slot !== undefined && Number(slot) <= after;
}

export function parseBlock(path: string, line: Line): Block {
  try {
    const json: unknown = parseBlockText(line.bytes.toString("utf8"));
    const { slot, block } = asRecord(json, "the line");
    return readJsonBlock(asNatural(slot, '"slot"'), block);
  } catch (cause) {
    throw new NotAChain(
      `${path}, line ${line.number}: not a block of a recorded chain (${reason(cause)})`,
      { cause },
    );
  }
}

/** Adds the file's name to errors of the file itself (a truncated gzip stream, a failing disk). */
export async function* guarded(
  path: string,
  lines: LineFile,
): AsyncGenerator<Line> {
  try {
    yield* lines;
  } catch (cause) {
    throw new NotAChain(`${path}: ${reason(cause)}`, { cause });
  }
}

export function reason(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES") return "no permission to read it";
  if (code === "Z_BUF_ERROR") return "its gzip stream is truncated";
  // JSON.parse quotes the invalid text; one short line is enough.
  return message.split("\n")[0]!.slice(0, 160);
}
