/** Writes little-endian values one after another: the inverse of ByteReader. */
export class ByteWriter {
  readonly #parts: Uint8Array[] = [];

  u8(value: number): this {
    return this.bytes(Uint8Array.of(value));
  }

  u16(value: number): this {
    return this.u8(value & 0xff).u8(value >> 8);
  }

  u32(value: number): this {
    const part = Buffer.alloc(4);
    part.writeUInt32LE(value);
    return this.bytes(part);
  }

  u64(value: bigint): this {
    const part = Buffer.alloc(8);
    part.writeBigUInt64LE(value);
    return this.bytes(part);
  }

  bool(value: boolean): this {
    return this.u8(value ? 1 : 0);
  }

  bytes(part: Uint8Array): this {
    this.#parts.push(part);
    return this;
  }

  zeros(count: number): this {
    return this.bytes(new Uint8Array(count));
  }

  compactU16(value: number): this {
    if (value < 0x80) return this.u8(value);
    return this.u8((value & 0x7f) | 0x80).compactU16(value >> 7);
  }

  option<T>(value: T | null, write: (value: T) => unknown): this {
    this.bool(value !== null);
    if (value !== null) write(value);
    return this;
  }

  /** The items alone; write their count in whatever width the format has first. */
  items<T>(items: readonly T[], write: (item: T) => unknown): this {
    for (const item of items) write(item);
    return this;
  }

  vector<T>(items: readonly T[], write: (item: T) => unknown): this {
    return this.u32(items.length).items(items, write);
  }

  done(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}
