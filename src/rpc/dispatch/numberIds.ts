// JSON.parse rounds numbers, but an id must be returned with every digit. A reviver would keep the source text, but
// takes ten times as long as the parse itself, so the text of the ids is looked up in the body instead.
import { endOfString, JSON_BYTES } from "./jsonBytes.ts";

const { QUOTE, ESCAPE, COLON, COMMA } = JSON_BYTES;
const { OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT } = JSON_BYTES;

/**
 * The digits of the numeric id of each request, by its position in the batch; a single request has position 0. The body
 * must be valid JSON.
 */
export function findNumberIds(body: Buffer): ReadonlyMap<number, string> {
  const ids = new Map<number, string>();
  const requestDepth = body[skipSpace(body, 0)] === OPEN_ARRAY ? 2 : 1;
  let depth = 0;
  let position = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!;
    if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth++;
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
    else if (byte === COMMA && depth < requestDepth) position++;
    if (byte !== QUOTE) continue;
    const end = endOfString(body, i);
    if (depth === requestDepth && isId(body, i + 1, end)) {
      // Of several ids of one request, the last one counts.
      const digits = numberAfterColon(body, end + 1);
      if (digits !== null) ids.set(position, digits);
    }
    i = end;
  }
  return ids;
}

/** A key may be written with escapes. */
function isId(body: Buffer, start: number, end: number): boolean {
  const text = body.subarray(start, end);
  if (!text.includes(ESCAPE)) return text.length === 2 && text.equals(ID);
  return JSON.parse(`"${text.toString()}"`) === "id";
}

const ID = Buffer.from("id");

/** Null if this is not a key with a number. */
function numberAfterColon(body: Buffer, at: number): string | null {
  const colon = skipSpace(body, at);
  if (body[colon] !== COLON) return null;
  const start = skipSpace(body, colon + 1);
  let end = start;
  while (NUMBER.has(body[end]!)) end++;
  return end > start ? body.toString("latin1", start, end) : null;
}

const NUMBER = new Set(Buffer.from("0123456789+-.eE"));
const SPACE = new Set(Buffer.from(" \t\r\n"));

function skipSpace(body: Buffer, from: number): number {
  let at = from;
  while (SPACE.has(body[at]!)) at++;
  return at;
}
