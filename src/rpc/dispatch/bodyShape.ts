import { RpcError } from "../errors.ts";
import { endOfString, JSON_BYTES } from "./jsonBytes.ts";

/** Shorter bodies parse within a few milliseconds, whatever they contain. */
const CHECKED_FROM_BYTES = 2 ** 16;
/** The most deeply nested parameters (filters in a batch) have 8 levels. */
const MAX_DEPTH = 64;
const MAX_VALUES = 50_000;
/**
 * A value in a real body takes at least this many bytes on average (a key takes 44), so the limit grows with
 * --max-body.
 */
const BYTES_OF_VALUE = 20;

const { QUOTE, COMMA } = JSON_BYTES;
const { OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT } = JSON_BYTES;

/** Refuses a long body of brackets or short values before it is parsed, because parsing would block the event loop. */
export function assertParsesFast(bytes: Buffer): void {
  const { length } = bytes;
  if (length < CHECKED_FROM_BYTES) return;
  const maxValues = Math.max(MAX_VALUES, length / BYTES_OF_VALUE);
  let depth = 0;
  let values = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if (byte === QUOTE) {
      i = endOfString(bytes, i);
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      depth--;
    } else if (byte === COMMA) {
      values++;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values++;
      depth++;
    }
    if (depth > MAX_DEPTH)
      throw new RpcError("invalidRequest", "nested too deeply");
    if (values > maxValues)
      throw new RpcError("invalidRequest", "the body holds too many values");
  }
}
