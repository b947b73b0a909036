import { decodeBase58Bytes } from "./base58.ts";
import { DecodeError } from "./reader.ts";

// Checks for values in a node's response. The errors name the field.

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

/** Bytes as nodes encode them: `[text, "base64"]`, `[text, "base58"]`, or in the oldest form base58 text alone. */
export function asEncodedBytes(value: unknown, what: string): Uint8Array {
  if (typeof value === "string") return asBase58(value, what);
  if (!Array.isArray(value))
    throw new DecodeError(`${what} is neither text nor a list`);
  const [text, encoding] = value as unknown[];
  if (encoding === "base64") return Buffer.from(asText(text, what), "base64");
  if (encoding === "base58") return asBase58(asText(text, what), what);
  throw new DecodeError(`${what} is neither base64 nor base58`);
}

export function asBase58(text: string, what: string): Uint8Array {
  const bytes = decodeBase58Bytes(text);
  if (!bytes) throw new DecodeError(`${what} is not base58`);
  return bytes;
}
