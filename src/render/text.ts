/** JSON text in ASCII. A large page is kept in chunks: joining them would allocate and copy once more. */
export type Text = string | Chunks;

/** Below this length, joining costs less than sending separate chunks. */
const KEEP_APART_FROM = 32 * 1024;

/** Text in chunks, which the sender takes. */
export class Chunks {
  #chunks: string[];

  constructor(chunks: string[]) {
    this.#chunks = chunks;
  }

  get length(): number {
    return this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  between(before: string, after: string): this {
    this.#chunks.unshift(before);
    this.#chunks.push(after);
    return this;
  }

  map(change: (chunk: string) => string): Chunks {
    return new Chunks(this.#chunks.map(change));
  }

  /**
   * Returns the chunks and drops them. The promise of a slow response ends up in V8's old generation; chunks it still
   * referenced would stay in memory until the next full garbage collection, long after the response was sent.
   */
  take(): readonly string[] {
    const taken = this.#chunks;
    this.#chunks = [];
    return taken;
  }
}

export function joinChunks(text: Text): string {
  return typeof text === "string" ? text : text.take().join("");
}

export function between(before: string, text: Text, after: string): Text {
  if (typeof text !== "string") return text.between(before, after);
  return text.length < KEEP_APART_FROM
    ? before + text + after
    : new Chunks([before, text, after]);
}
