// Runs in a separate thread, see threadBlocks.ts.
import { parentPort, workerData } from "node:worker_threads";
import type { Block } from "../../domain/block.ts";
import { decodeBlock } from "../decode/decodeBlock.ts";
import { packBlock } from "../decode/packedBlock.ts";
import { readFileTexts } from "./file/fileTexts.ts";
import { readNodeTexts } from "./node/nodeTexts.ts";
import { NotAChain } from "./file/recording.ts";
import {
  type BlockRead,
  ReadingFailed,
  type ThreadMessage,
  type ToRead,
} from "./threadBlocks.ts";

/** A block in this thread: its text, and what it says. */
export interface TextToDecode {
  readonly at: number;
  readonly text: Uint8Array;
  readonly parse: () => Block;
}

/** The amount of text that may wait to be indexed: more than one batch, and little compared with a batch's memory. */
const MAX_PREFETCHED_BYTES = 32 << 20;

const port = parentPort!;
let ahead = 0;
let onTaken = (): void => undefined;

port.on("message", (taken: number) => {
  ahead -= taken;
  onTaken();
});

async function room(): Promise<void> {
  while (ahead >= MAX_PREFETCHED_BYTES)
    await new Promise<void>((resolve) => {
      onTaken = resolve;
    });
}

function sendToMain(
  message: ThreadMessage,
  transfer: ArrayBuffer[] = [],
): void {
  port.postMessage(message, transfer);
}

/** Null if the block cannot be read or fully decoded. The main thread then reports the reason. */
function findEvents(parse: () => Block): BlockRead["found"] {
  try {
    const { header, ...found } = decodeBlock(parse());
    if (found.setAside.length > 0) return null;
    return { header, packed: packBlock({ header, ...found }) };
  } catch (error) {
    if (error instanceof NotAChain) return null;
    throw error;
  }
}

const toRead = workerData as ToRead;
const texts =
  "path" in toRead
    ? readFileTexts(toRead, sendToMain)
    : readNodeTexts(toRead, sendToMain);
try {
  for await (const { at, text, parse } of texts) {
    await room();
    const found = findEvents(parse);
    const bytes = new Uint8Array(text); // its own memory, so that it can be transferred
    ahead += bytes.length;
    sendToMain({ kind: "block", read: { at, bytes, found } }, [
      bytes.buffer,
      ...(found ? [found.packed.buffer] : []),
    ]);
  }
  sendToMain({ kind: "end" });
} catch (error) {
  if (!(error instanceof ReadingFailed)) throw error;
  sendToMain({ kind: "failed", message: error.message });
}
