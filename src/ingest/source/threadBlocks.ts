// Reads, parses and decodes blocks in a separate thread while the main one writes earlier blocks. While catching up, the
// next block is always available, and a second core would otherwise be idle.
import { on } from "node:events";
import { Worker } from "node:worker_threads";
import type { Block, BlockHeader } from "../../domain/block.ts";
import type { Slot } from "../../domain/values.ts";
import { unpackBlock } from "../decode/packedBlock.ts";
import { threadFile } from "../threadFile.ts";
import type { RefusedNodes } from "./node/failover.ts";
import type { Commitment } from "./node/nodeBlocks.ts";
import type { Newest, SourceBlock } from "./source.ts";

export type ToRead = FileToRead | NodeToRead;

export interface FileToRead {
  readonly path: string;
  readonly after: Slot;
}

export interface NodeToRead {
  readonly urls: readonly string[];
  readonly genesis: string;
  readonly commitment: Commitment;
  readonly after: Slot;
  readonly upTo: Slot;
}

/** The text of a block: a line of a file, or the answer of a node. */
export interface BlockText {
  /** The number of the line, or the slot. */
  readonly at: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface FoundEvents {
  readonly header: BlockHeader;
  readonly packed: Uint8Array<ArrayBuffer>;
}

export interface BlockRead extends BlockText {
  /** Null if the block or a transaction in it is invalid; it is then read here as if there were no thread. */
  readonly found: FoundEvents | null;
}

/** What the thread reports besides blocks. */
export type ThreadReport =
  | { readonly kind: "bytesRead"; readonly bytes: number }
  | { readonly kind: "newest"; readonly newest: Newest }
  | {
      readonly kind: "retry";
      readonly message: string;
      readonly pauseMs: number;
    }
  | { readonly kind: "refused"; readonly refused: RefusedNodes };

export type ThreadMessage =
  | ThreadReport
  | { readonly kind: "block"; readonly read: BlockRead }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly message: string };

/** The thread cannot continue, for a reason that the reader expects: an invalid file, a node without the block. */
export class ReadingFailed extends Error {
  override readonly name = "ReadingFailed";
}

const THREAD = threadFile(import.meta, "blockThread");

export async function* blocksFromThread(
  toRead: ToRead,
  parse: (text: BlockText) => Block,
  onReport: (report: ThreadReport) => void,
  signal?: AbortSignal,
): AsyncGenerator<SourceBlock> {
  const thread = new Worker(THREAD, { workerData: toRead });
  thread.on("error", () => undefined); // after the last message, errors of the thread do not matter
  const options = { close: ["exit"], ...(signal && { signal }) };
  try {
    // Until then, errors of the thread are thrown here.
    for await (const [received] of on(thread, "message", options)) {
      const message = received as ThreadMessage;
      if (message.kind === "failed") throw new ReadingFailed(message.message);
      if (message.kind === "end") return;
      if (message.kind !== "block") {
        onReport(message);
        continue;
      }
      const size = message.read.bytes.length;
      yield toBlock(message.read, parse);
      thread.postMessage(size);
    }
    throw new Error("the thread that reads blocks has ended");
  } finally {
    await thread.terminate();
  }
}

function toBlock(
  { found, ...text }: BlockRead,
  parse: (text: BlockText) => Block,
): SourceBlock {
  let parsed: Block | undefined;
  const whole = () => (parsed ??= parse(text));
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
