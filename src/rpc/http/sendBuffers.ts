import { setImmediate as nextTurn } from "node:timers/promises";
import type { ServerResponse } from "node:http";
import { chunksOf, type Text } from "../../render/text.ts";

/** Fits nearly every page: 1000 token accounts take 800 KB. */
const BUFFER_BYTES = 2 ** 20;
/** As many answers as are often in flight at once; further buffers are left to the garbage collector. */
const MAX_FREE_BUFFERS = 32;

const free: Buffer[] = [];

/**
 * Sends the body, whose head has been written. ASCII needs no encoding. What does not fit into a buffer is sent in steps,
 * because copying it to the system at once would delay other requests.
 */
export function sendBody(response: ServerResponse, body: Text): void {
  const { length } = body;
  if (length > BUFFER_BYTES) void sendInSteps(response, body);
  else if (typeof body === "string") response.end(body, "latin1");
  else response.end(toSendBuffer(body.take(), length, response));
}

/**
 * Joins the chunks in a reusable buffer. As strings they would stay alive until the answer is sent, and many large ones
 * at once would fill V8's old space, which is collected rarely.
 */
function toSendBuffer(
  chunks: readonly string[],
  length: number,
  response: ServerResponse,
): Buffer {
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let end = 0;
  for (const chunk of chunks) end += buffer.write(chunk, end, "latin1");
  // Not on "close": a broken connection may still read from the buffer.
  response.on("finish", () => {
    if (free.length < MAX_FREE_BUFFERS) free.push(buffer);
  });
  return buffer.subarray(0, length);
}

async function sendInSteps(response: ServerResponse, body: Text) {
  for (const step of stepsOf(chunksOf(body))) {
    response.write(step);
    await nextTurn();
    if (response.destroyed) return;
  }
  response.end();
}

/** Copies the text piece by piece, each into a buffer of its own. */
export function* stepsOf(chunks: readonly string[]): Generator<Buffer> {
  let buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let end = 0;
  for (const chunk of chunks)
    for (let start = 0; start < chunk.length;) {
      const part = chunk.slice(start, start + BUFFER_BYTES - end);
      end += buffer.write(part, end, "latin1");
      start += part.length;
      if (end < BUFFER_BYTES) continue;
      yield buffer;
      buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
      end = 0;
    }
  if (end > 0) yield buffer.subarray(0, end);
}
