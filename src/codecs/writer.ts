/** Writes consecutive little-endian values: the inverse of ByteReader. */
export class ByteWriter {
  /** A separate ArrayBuffer, never part of Node's pool, so that it can be transferred to another thread. */
  #bytes = Buffer.allocUnsafeSlow(256);
  #end = 0;

  u8(value: number): this {
    const at = this.#grow(1);
    this.#bytes[at] = value;
    return this;
  }

  u16(value: number): this {
    return this.u8(value & 0xff).u8(value >> 8);
  }

  u32(value: number): this {
    const at = this.#grow(4);
    this.#bytes.writeUInt32LE(value, at);
    return this;
  }

  u64(value: bigint): this {
    const at = this.#grow(8);
    this.#bytes.writeBigUInt64LE(value, at);
    return this;
  }

  bool(value: boolean): this {
    return this.u8(value ? 1 : 0);
  }

  bytes(part: Uint8Array): this {
    const at = this.#grow(part.length);
    this.#bytes.set(part, at);
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

  /** The items only. The caller writes their count first, in the width of the format. */
  items<T>(items: readonly T[], write: (item: T) => unknown): this {
    for (const item of items) write(item);
    return this;
  }

  vector<T>(items: readonly T[], write: (item: T) => unknown): this {
    return this.u32(items.length).items(items, write);
  }

  /** A view of the written bytes. Do not write afterwards. */
  done(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#end);
  }

  /** Reserves `count` bytes and returns the offset of the first. */
  #grow(count: number): number {
    const at = this.#end;
    this.#end += count;
    if (this.#end > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(this.#end * 2);
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    return at;
  }
}
