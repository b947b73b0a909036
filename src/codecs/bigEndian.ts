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
