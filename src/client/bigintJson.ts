// JSON.parse rounds integers beyond 2^53. They are marked before parsing and converted to bigint afterwards, which works
// in every browser with bigint.

/** Matches a string, to skip it, or a whole number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MAY_BE_LARGE = /[:[,]\s*-?\d{16}/;
const LARGE = /^-?\d{16,}$/;
/** Marks large integers; no string of a response begins with it. */
const MARK = "\0integer:";

/** Parses JSON. Integers of 16 digits and more become bigints, everything else is as with JSON.parse. */
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
