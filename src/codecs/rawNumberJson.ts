// TypeScript does not declare these two yet: the source text of a primitive, and raw JSON text.
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

/** Keeps numbers that JavaScript would write differently as text, so that JSON.stringify reproduces every digit. */
export function parseRawNumbers(text: string): unknown {
  return JSON.parse(
    text,
    (_key, value: unknown, { source }: ReviverContext = {}) =>
      typeof value === "number" && String(value) !== source
        ? Raw.rawJSON(source!)
        : value,
  );
}

/** Whether `parseRawNumbers` kept this as text. */
export function isRawNumber(value: unknown): boolean {
  return Raw.isRawJSON(value);
}

/** The integer that `parseRawNumbers` returned, or null if the value is not one. */
export function exactInteger(value: unknown): bigint | null {
  const text = Raw.isRawJSON(value) ? value.rawJSON : String(value);
  return /^\d+$/.test(text) ? BigInt(text) : null;
}
