/** Integers a JavaScript number cannot hold arrive as bigint, every digit kept. */
export type Integer = number | bigint;

interface Source {
  readonly source: string;
}

/** JSON.parse rounds above 2^53; amounts go up to 2^64. */
export function parseExact(text: string): unknown {
  const keep = (_key: string, value: unknown, at?: Source): unknown =>
    typeof value === "number" &&
    !Number.isSafeInteger(value) &&
    at !== undefined &&
    /^-?\d+$/.test(at.source)
      ? BigInt(at.source)
      : value;
  return JSON.parse(text, keep);
}
