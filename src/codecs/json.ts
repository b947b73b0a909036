import { DecodeError } from "./reader.ts";

// What a node answers is checked where it is used; these say which field was wrong.

export function asRecord(
  value: unknown,
  what: string,
): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new DecodeError(`${what} is not an object`);
  }
  return value as Record<string, unknown>;
}

export function asList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new DecodeError(`${what} is not a list`);
  return value;
}

export function asText(value: unknown, what: string): string {
  if (typeof value !== "string") throw new DecodeError(`${what} is not text`);
  return value;
}

export function asNatural(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw new DecodeError(`${what} is not a whole number`);
  }
  return value as number;
}

/** The first half of `[text, "base64"]`, the form nodes give bytes in. */
export function asBase64(value: unknown, what: string): Uint8Array {
  const [text, encoding] = asList(value, what);
  if (encoding !== "base64") throw new DecodeError(`${what} is not base64`);
  return Buffer.from(asText(text, what), "base64");
}
