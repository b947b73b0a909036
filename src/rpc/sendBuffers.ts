import type { ServerResponse } from "node:http";

/** Fits nearly every page: 1000 token accounts take 800 KB. */
const BUFFER_BYTES = 2 ** 20;
/** As many answers as are often in flight at once; further buffers are left to the garbage collector. */
const MAX_FREE_BUFFERS = 32;

const free: Buffer[] = [];

/**
 * Joins the chunks in a reusable buffer. As strings they would stay alive until the answer is sent, and many large ones
 * at once would fill V8's old space, which is collected rarely.
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
  // Not on "close": a broken connection may still read from the buffer.
  response.on("finish", () => {
    if (buffer.length === BUFFER_BYTES && free.length < MAX_FREE_BUFFERS)
      free.push(buffer);
  });
  return buffer.subarray(0, length);
}
