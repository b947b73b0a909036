// Integers as bytes that sort like the numbers, over the whole range of u64 and u128.

export const MAX_U64 = 2n ** 64n - 1n;
const MAX_U128 = 2n ** 128n - 1n;

export function encodeU64(value: bigint): Buffer {
  if (value < 0n || value > MAX_U64)
    throw new RangeError(`${value} is not a u64`);
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

export function decodeU64(bytes: Uint8Array): bigint {
  return viewOf(bytes, 8).readBigUInt64BE();
}

const U32 = 2 ** 32;

/** The u64 that bytes begin with: a number where that is exact, which is faster. */
export function leadingU64(bytes: Uint8Array): bigint | number {
  const high = u32At(bytes, 0);
  return high < 2 ** 21
    ? high * U32 + u32At(bytes, 4)
    : decodeU64(bytes.subarray(0, 8));
}

function u32At(bytes: Uint8Array, at: number): number {
  const low = (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
  return bytes[at]! * 2 ** 24 + low;
}

export function encodeU128(value: bigint): Buffer {
  if (value < 0n || value > MAX_U128) {
    throw new RangeError(`${value} is not a u128`);
  }
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeBigUInt64BE(value >> 64n);
  bytes.writeBigUInt64BE(value & MAX_U64, 8);
  return bytes;
}

export function decodeU128(bytes: Uint8Array): bigint {
  const view = viewOf(bytes, 16);
  return (view.readBigUInt64BE() << 64n) | view.readBigUInt64BE(8);
}

function viewOf(bytes: Uint8Array, length: number): Buffer {
  if (bytes.length !== length) {
    throw new RangeError(`expected ${length} bytes, not ${bytes.length}`);
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, length);
}
