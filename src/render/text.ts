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

  /** Texts in a list of JSON, in the order given. They are not joined. */
  static listOf(texts: readonly Text[]): Chunks {
    const chunks: string[] = [];
    for (const text of texts) {
      if (chunks.length > 0) chunks.push(",");
      chunks.push(...chunksOf(text));
    }
    return new Chunks(chunks);
  }

  map(change: (chunk: string) => string): Chunks {
    return new Chunks(this.#chunks.map(change));
  }

  /** The same text, for a second reader: `take` leaves nothing. */
  copy(): Chunks {
    return new Chunks([...this.#chunks]);
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

/** The text's chunks, which are dropped from it. */
export function chunksOf(text: Text): readonly string[] {
  return typeof text === "string" ? [text] : text.take();
}

export function joinChunks(text: Text): string {
  return typeof text === "string" ? text : text.take().join("");
}

/** Texts with commas between them. */
export function commaJoined(texts: readonly Text[]): Text {
  const list = Chunks.listOf(texts);
  return list.length < KEEP_APART_FROM ? joinChunks(list) : list;
}

export function between(before: string, text: Text, after: string): Text {
  if (typeof text !== "string") return text.between(before, after);
  return text.length < KEEP_APART_FROM
    ? before + text + after
    : new Chunks([before, text, after]);
}
