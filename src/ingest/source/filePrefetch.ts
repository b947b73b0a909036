// Reads, parses and decodes a recording in a separate thread while the main one writes earlier blocks. The next block
// of a file is always available, and a second core would otherwise be idle.
import { on } from "node:events";
import { Worker } from "node:worker_threads";
import type { Block, BlockHeader } from "../../domain/block.ts";
import type { Slot } from "../../domain/values.ts";
import { threadFile } from "../threadFile.ts";
import { unpackBlock } from "../decode/packedBlock.ts";
import { NotAChain, parseBlock } from "./recording.ts";
import type { SourceBlock } from "./source.ts";

export interface ToRead {
  readonly path: string;
  readonly after: Slot;
}

export interface FoundEvents {
  readonly header: BlockHeader;
  readonly packed: Uint8Array<ArrayBuffer>;
}

export interface LineRead {
  readonly number: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Null if the line or a transaction in it is invalid; the line is then read here as if there were no thread. */
  readonly found: FoundEvents | null;
}

export type ThreadMessage =
  | { readonly kind: "line"; readonly read: LineRead; bytesRead: number }
  | { readonly kind: "end"; readonly bytesRead: number }
  | { readonly kind: "failed"; readonly message: string };

const THREAD = threadFile(import.meta, "fileThread");

export function prefetchFile(path: string, after: Slot) {
  let bytesRead = 0;
  const blocks = blocksOf({ path, after }, (bytes) => {
    bytesRead = bytes;
  });
  return { bytesRead: () => bytesRead, blocks };
}

async function* blocksOf(
  toRead: ToRead,
  onRead: (bytes: number) => void,
): AsyncGenerator<SourceBlock> {
  const { path } = toRead;
  const thread = new Worker(THREAD, { workerData: toRead });
  thread.on("error", () => undefined); // after the last message, errors of the thread do not matter
  try {
    // Until then, errors of the thread are thrown here.
    for await (const [message] of on(thread, "message", { close: ["exit"] })) {
      const update = message as ThreadMessage;
      if (update.kind === "failed") throw new NotAChain(update.message);
      onRead(update.bytesRead);
      if (update.kind === "end") return;
      const { read } = update;
      const size = read.bytes.length;
      yield toBlock(path, read);
      thread.postMessage(size);
    }
    throw new Error(`${path}: the thread that reads it has ended`);
  } finally {
    await thread.terminate();
  }
}

function toBlock(
  path: string,
  { number, bytes, found }: LineRead,
): SourceBlock {
  let parsed: Block | undefined;
  const whole = () =>
    (parsed ??= parseBlock(path, { number, bytes: Buffer.from(bytes.buffer) }));
  if (!found) return whole();
  const { header, packed } = found;
  return {
    ...header,
    get transactions() {
      return whole().transactions;
    },
    decoded: () =>
      unpackBlock(packed, header, (index) => ({
        bytes: () => whole().transactions[index]!.bytes(),
      })),
  };
}
