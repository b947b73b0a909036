import { Type } from "typebox";
import { decodeBase58, encodeBase58 } from "../codecs/base58.ts";
import { scalar, type Field } from "./field.ts";

/** The columns that lists are sorted by, with their size in a cursor. Parts of 8 bytes are u64. */
const PART_BYTES = {
  mint: 32,
  hash: 32,
  owner: 32,
  signature: 64,
  slot: 8,
  balance: 8,
} as const;
export type CursorPart = keyof typeof PART_BYTES;

/**
 * On the wire, a cursor is base58 with little-endian u64. In the store it is a position with big-endian u64, which
 * sorts correctly.
 */
export interface Cursor {
  readonly field: Field<Uint8Array>;
  readonly render: (position: Uint8Array) => string;
}

export function cursorOf(...parts: readonly CursorPart[]): Cursor {
  const { size, integers } = layoutOf(parts);
  const swap = (bytes: Uint8Array): Uint8Array => {
    for (const at of integers) bytes.subarray(at, at + 8).reverse();
    return bytes;
  };
  const decode = (text: unknown): Uint8Array | null => {
    const bytes = typeof text === "string" ? decodeBase58(text, size) : null;
    return bytes && swap(bytes);
  };
  const field = scalar(
    Type.String(),
    `the cursor of the previous page (base58 of ${size} bytes: ${parts.join(", ")})`,
    decode,
  );
  // Copied, because the position belongs to the store.
  return { field, render: (bytes) => encodeBase58(swap(bytes.slice())) };
}

function layoutOf(parts: readonly CursorPart[]) {
  const integers: number[] = [];
  let size = 0;
  for (const part of parts) {
    if (PART_BYTES[part] === 8) integers.push(size);
    size += PART_BYTES[part];
  }
  return { size, integers };
}
