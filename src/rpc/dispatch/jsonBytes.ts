/** The bytes that structure JSON. In UTF-8 they are never part of another character. */
export const JSON_BYTES = {
  QUOTE: 0x22,
  COMMA: 0x2c,
  COLON: 0x3a,
  OPEN_ARRAY: 0x5b,
  ESCAPE: 0x5c,
  CLOSE_ARRAY: 0x5d,
  OPEN_OBJECT: 0x7b,
  CLOSE_OBJECT: 0x7d,
} as const;

const { QUOTE, ESCAPE } = JSON_BYTES;

/**
 * The index of the quote that ends a string, or the length of the body. A character after a backslash never ends it.
 */
export function endOfString(bytes: Buffer, start: number): number {
  let end = start + 1;
  while (end < bytes.length && bytes[end] !== QUOTE)
    end += bytes[end] === ESCAPE ? 2 : 1;
  return end;
}
