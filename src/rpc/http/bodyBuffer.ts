/** Initial capacity once a second chunk arrives. */
const FIRST_CAPACITY = 16 * 1024;

/** Assembles a request body. Nearly always it is one chunk, which is passed on without a copy. */
export class BodyBuffer {
  readonly #announced: number;
  #bytes: Buffer | null = null;
  #length = 0;

  /** `announced` is the content-length, which the body never exceeds. */
  constructor(announced: number) {
    this.#announced = announced;
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (this.#bytes === null) this.#bytes = chunk;
    else {
      if (length > this.#bytes.length || this.#length === this.#bytes.length)
        this.#bytes = this.#grown(this.#bytes, length);
      chunk.copy(this.#bytes, this.#length);
    }
    this.#length = length;
  }

  whole(): Buffer {
    return this.#bytes!.subarray(0, this.#length);
  }

  /** Doubles the capacity, so that each byte is copied about twice however small the chunks are. */
  #grown(bytes: Buffer, length: number): Buffer {
    const doubled = Math.max(FIRST_CAPACITY, 2 * length);
    const room = Math.max(length, Math.min(doubled, this.#announced));
    const grown = Buffer.allocUnsafe(room);
    bytes.copy(grown, 0, 0, this.#length);
    return grown;
  }
}
