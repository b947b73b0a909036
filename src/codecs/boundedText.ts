/** An answer that is longer than it may be. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/** The body of an answer; stops reading and throws once it is longer than `most` bytes. */
export async function readBoundedText(
  response: Response,
  most: number,
): Promise<string> {
  if (most === Infinity || !response.body) return response.text();
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  const chunks = response.body as AsyncIterable<Uint8Array>;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > most) throw new TooLarge(`more than ${most} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
