import { Type } from "typebox";
import { decodeBase58, encodeBase58 } from "../codecs/base58.ts";
import { scalar, type Field } from "./field.ts";

/** The columns that lists are sorted by, with their size in a cursor. Parts of 8 and 4 bytes are integers. */
const PART_BYTES = {
  mint: 32,
  hash: 32,
  owner: 32,
  signature: 64,
  slot: 8,
  place: 4,
  balance: 8,
} as const;
export type CursorPart = keyof typeof PART_BYTES;

/**
 * On the wire, a cursor is base58 with little-endian integers. In the store it is a position with big-endian ones, which
 * sorts correctly.
 */
export interface Cursor {
  readonly field: Field<Uint8Array>;
  readonly render: (position: Uint8Array) => string;
}

export function cursorOf(...parts: readonly CursorPart[]): Cursor {
  const { size, integers } = layoutOf(parts);
  const swap = (bytes: Uint8Array): Uint8Array => {
    for (const [at, end] of integers) bytes.subarray(at, end).reverse();
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
  // Copied, because the position belongs to the store. A slice of a Buffer would be no copy.
  return {
    field,
    render: (bytes) => encodeBase58(swap(new Uint8Array(bytes))),
  };
}

function layoutOf(parts: readonly CursorPart[]) {
  const integers: [from: number, to: number][] = [];
  let size = 0;
  for (const part of parts) {
    const end = size + PART_BYTES[part];
    if (PART_BYTES[part] <= 8) integers.push([size, end]);
    size = end;
  }
  return { size, integers };
}
