import type { ServerResponse } from "node:http";

/** Holds nearly every page: 1000 token accounts take 800 KB. */
const BUFFER_BYTES = 2 ** 20;
/** As many as are often under way at the same time; the rest is left to the collector of garbage. */
const MAX_FREE_BUFFERS = 32;

const free: Buffer[] = [];

/**
 * The pieces put together for sending, in memory that is used again once the answer is sent. As strings they would live
 * until then, and many large ones at a time fill the memory for old objects, which is cleared seldom.
 */
export function toSendBuffer(
  chunks: readonly string[],
  length: number,
  response: ServerResponse,
): Buffer {
  const buffer =
    length > BUFFER_BYTES
      ? Buffer.allocUnsafeSlow(length)
      : (free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES));
  let end = 0;
  for (const chunk of chunks) end += buffer.write(chunk, end, "latin1");
  // Not on "close": a connection that breaks may still be reading from it.
  response.on("finish", () => {
    if (buffer.length === BUFFER_BYTES && free.length < MAX_FREE_BUFFERS)
      free.push(buffer);
  });
  return buffer.subarray(0, length);
}
