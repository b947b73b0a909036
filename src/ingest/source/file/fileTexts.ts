import type { TextToDecode } from "../blockThread.ts";
import { openLines } from "./lines.ts";
import { linesAfter, NotAChain, parseBlock } from "./recording.ts";
import {
  type FileToRead,
  ReadingFailed,
  type ThreadReport,
} from "../threadBlocks.ts";

/** The lines of a recording. */
export async function* readFileTexts(
  { path, after }: FileToRead,
  report: (report: ThreadReport) => void,
): AsyncGenerator<TextToDecode> {
  const lines = await openLines(path);
  try {
    for await (const line of linesAfter(path, lines, after)) {
      report({ kind: "bytesRead", bytes: lines.bytesRead() });
      yield {
        at: line.number,
        text: line.bytes,
        parse: () => parseBlock(path, line),
      };
    }
    report({ kind: "bytesRead", bytes: lines.bytesRead() });
  } catch (error) {
    if (!(error instanceof NotAChain)) throw error;
    throw new ReadingFailed(error.message);
  }
}
