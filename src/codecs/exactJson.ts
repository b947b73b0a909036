// TypeScript does not know these two yet: what a primitive was read from, and text that is written as it is.
interface ReviverContext {
  readonly source?: string;
}
interface RawJson {
  readonly rawJSON: string;
}
const Raw = JSON as unknown as {
  rawJSON(text: string): RawJson;
  isRawJSON(value: unknown): value is RawJson;
};

/** Numbers that JavaScript would write differently stay as their text, so that JSON.stringify gives back every digit. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(
    text,
    (_key, value: unknown, { source }: ReviverContext = {}) =>
      typeof value === "number" && String(value) !== source
        ? Raw.rawJSON(source!)
        : value,
  );
}

/** Whether `parseExactJson` kept this as text. */
export function isKeptText(value: unknown): boolean {
  return Raw.isRawJSON(value);
}

/** An integer of JSON that `parseExactJson` read, or null. */
export function exactInteger(value: unknown): bigint | null {
  const text = Raw.isRawJSON(value) ? value.rawJSON : String(value);
  return /^\d+$/.test(text) ? BigInt(text) : null;
}
