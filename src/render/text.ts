/** JSON text in ASCII. A large page comes in pieces: as one string it would be copied once more, into memory fetched for it. */
export type Text = string | Pieces;

/** Below this length putting together costs less than keeping apart. */
const WORTH_APART = 32 * 1024;

/** Text in pieces, for whoever sends it to take. */
export class Pieces {
  #pieces: string[];

  constructor(pieces: string[]) {
    this.#pieces = pieces;
  }

  get length(): number {
    return this.#pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  between(before: string, after: string): this {
    this.#pieces.unshift(before);
    this.#pieces.push(after);
    return this;
  }

  map(change: (piece: string) => string): Pieces {
    return new Pieces(this.#pieces.map(change));
  }

  /**
   * Hands them over and keeps none. The promise of an answer that had to wait has become an old object, and what those
   * hold is kept until all of memory is searched, long after the answer was sent.
   */
  take(): readonly string[] {
    const taken = this.#pieces;
    this.#pieces = [];
    return taken;
  }
}

export function inOnePiece(text: Text): string {
  return typeof text === "string" ? text : text.take().join("");
}

export function between(before: string, text: Text, after: string): Text {
  if (typeof text !== "string") return text.between(before, after);
  return text.length < WORTH_APART
    ? before + text + after
    : new Pieces([before, text, after]);
}
