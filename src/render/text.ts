/** JSON text in ASCII. A large page comes in pieces: as one string it would be copied once more, into memory fetched for it. */
export type Text = string | Chunks;

/** Below this length putting together costs less than keeping apart. */
const KEEP_APART_FROM = 32 * 1024;

/** Text in pieces, for whoever sends it to take. */
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
   * Hands them over and keeps none. The promise of an answer that had to wait has become an old object, and what those
   * hold is kept until all of memory is searched, long after the answer was sent.
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
