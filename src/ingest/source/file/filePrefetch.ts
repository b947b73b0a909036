import type { Slot } from "../../../domain/values.ts";
import { NotAChain, parseBlock } from "./recording.ts";
import type { SourceBlock } from "../source.ts";
import { blocksFromThread, ReadingFailed } from "../threadBlocks.ts";

/** The blocks of a recording, read in a separate thread. */
export function prefetchFile(path: string, after: Slot) {
  let bytesRead = 0;
  const blocks = blocksFromThread(
    { path, after },
    ({ at, bytes }) =>
      parseBlock(path, { number: at, bytes: Buffer.from(bytes.buffer) }),
    (report) => {
      if (report.kind === "bytesRead") bytesRead = report.bytes;
    },
  );
  return { bytesRead: () => bytesRead, blocks: named(blocks) };
}

async function* named(
  blocks: AsyncIterable<SourceBlock>,
): AsyncGenerator<SourceBlock> {
  try {
    yield* blocks;
  } catch (error) {
    if (!(error instanceof ReadingFailed)) throw error;
    throw new NotAChain(error.message);
  }
}
