import {
  asAddress,
  asHash,
  type Address,
  type Hash,
} from "../domain/values.ts";

/** The bytes violate their format. Codecs throw no other error. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}

/** Reads consecutive little-endian values without copying. Reading past the end throws. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get remaining(): number {
    return Math.max(0, this.#bytes.length - this.#at);
  }

  /** Bytes read so far. */
  get position(): number {
    return this.#at;
  }

  /** A view of the bytes read since a position. */
  since(position: number): Uint8Array {
    return this.#bytes.subarray(position, this.#at);
  }

  u8(): number {
    return this.#bytes[this.#take(1)]!;
  }

  u16(): number {
    const at = this.#take(2);
    return this.#bytes[at]! | (this.#bytes[at + 1]! << 8);
  }

  u32(): number {
    return this.u16() + this.u16() * 0x10000;
  }

  u64(): bigint {
    const low = this.u32();
    return BigInt(low) | (BigInt(this.u32()) << 32n);
  }

  bool(): boolean {
    const byte = this.u8();
    if (byte > 1) throw new DecodeError(`${byte} is not a bool`);
    return byte === 1;
  }

  bytes(length: number): Uint8Array {
    const at = this.#take(length);
    return this.#bytes.subarray(at, at + length);
  }

  skip(length: number): void {
    this.#take(length);
  }

  hash(): Hash {
    return asHash(this.bytes(32));
  }

  address(): Address {
    return asAddress(this.bytes(32));
  }

  /** The length encoding of wire transactions: seven bits per byte, at most three bytes. */
  compactU16(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.u8();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return assertU16(value);
    }
    throw new DecodeError("a compact length has more than three bytes");
  }

  option<T>(read: (reader: this) => T): T | null {
    return this.bool() ? read(this) : null;
  }

  /**
   * `count` items of at least `minSize` bytes each. Checked against the remaining bytes before the first item is read,
   * so that a forged length is refused without work.
   */
  items<T>(count: number, minSize: number, read: (reader: this) => T): T[] {
    if (count * minSize > this.remaining) {
      throw new DecodeError(
        `${count} items cannot fit in ${this.remaining} bytes`,
      );
    }
    const items: T[] = [];
    for (let i = 0; i < count; i++) items.push(read(this));
    return items;
  }

  /** A borsh vector: u32 count, then the items. */
  vector<T>(minSize: number, read: (reader: this) => T): T[] {
    return this.items(this.u32(), minSize, read);
  }

  #take(length: number): number {
    const at = this.#at;
    if (length > this.#bytes.length - at) {
      throw new DecodeError(`${length} bytes at ${at} reach past the end`);
    }
    this.#at = at + length;
    return at;
  }
}

/** The program keeps slots and counts as numbers, which hold 53 bits. */
export function asSafeNumber(value: bigint): number {
  if (value > Number.MAX_SAFE_INTEGER)
    throw new DecodeError(`${value} exceeds 53 bits`);
  return Number(value);
}

function assertU16(value: number): number {
  if (value > 0xffff) throw new DecodeError(`${value} exceeds a u16`);
  return value;
}
