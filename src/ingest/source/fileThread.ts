// Runs in a separate thread, see filePrefetch.ts.
import { parentPort, workerData } from "node:worker_threads";
import { decodeBlock } from "../decode/decodeBlock.ts";
import { packBlock } from "../decode/packedBlock.ts";
import type {
  FoundEvents,
  LineRead,
  ThreadMessage,
  ToRead,
} from "./filePrefetch.ts";
import { type Line, openLines } from "./lines.ts";
import { linesAfter, NotAChain, parseBlock } from "./recording.ts";

/** The amount of text that may wait to be indexed: more than one batch, and little compared with a batch's memory. */
const MAX_PREFETCHED_BYTES = 32 << 20;

const port = parentPort!;
const { path, after } = workerData as ToRead;
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

/** Null if the line cannot be read or fully decoded. The main thread then reports the reason. */
function findEvents(line: Line): FoundEvents | null {
  try {
    const { header, ...found } = decodeBlock(parseBlock(path, line));
    if (found.setAside.length > 0) return null;
    return { header, packed: packBlock({ header, ...found }) };
  } catch (error) {
    if (error instanceof NotAChain) return null;
    throw error;
  }
}

const lines = await openLines(path);
try {
  for await (const line of linesAfter(path, lines, after)) {
    await room();
    const bytes = new Uint8Array(line.bytes); // its own memory, so that it can be transferred
    const found = findEvents(line);
    const read: LineRead = { number: line.number, bytes, found };
    ahead += bytes.length;
    sendToMain({ kind: "line", read, bytesRead: lines.bytesRead() }, [
      bytes.buffer,
      ...(found ? [found.packed.buffer] : []),
    ]);
  }
  sendToMain({ kind: "end", bytesRead: lines.bytesRead() });
} catch (error) {
  if (!(error instanceof NotAChain)) throw error;
  sendToMain({ kind: "failed", message: error.message });
}
