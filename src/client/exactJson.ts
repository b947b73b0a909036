// JSON.parse rounds integers beyond 2^53. Those are marked before parsing and become bigints afterwards, which works in
// every browser that has bigint.

/** A string, to be passed over, or a number as a whole. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MAY_BE_LARGE = /[:[,]\s*-?\d{16}/;
const LARGE = /^-?\d{16,}$/;
/** No text of an answer begins like this. */
const MARK = "\0integer:";

/** Parses JSON; integers of 16 digits and more become bigints, all else is as JSON.parse has it. */
export function parseExact(text: string): unknown {
  if (!MAY_BE_LARGE.test(text)) return JSON.parse(text);
  const marked = text.replace(TOKEN, (token) =>
    LARGE.test(token) ? JSON.stringify(MARK + token) : token,
  );
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(MARK)
      ? BigInt(value.slice(MARK.length))
      : value,
  );
}
