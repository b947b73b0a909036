/** Positions in a text, each up to and without its end. */
export interface Positions {
  readonly start: number;
  readonly end: number;
  /** The base64 of the transaction, without quotes. */
  readonly wireStart: number;
  readonly wireEnd: number;
  /** The object `meta`, with its braces. */
  readonly metaStart: number;
  readonly metaEnd: number;
}

/** The members that nodes write before the error are numbers. */
const ERROR = /\{(?:"[A-Za-z]+":\d+,)*"err":(null)?/y;
const LOADED = '"loadedAddresses":{';

/** A transaction of a block as the text of its JSON, of which only what is asked for is parsed. */
export class TransactionText {
  readonly end: number;
  readonly #text: string;
  readonly #at: Positions;

  constructor(text: string, at: Positions) {
    this.end = at.end;
    this.#text = text;
    this.#at = at;
  }

  get text(): string {
    return this.#text.slice(this.#at.start, this.#at.end);
  }

  get wire(): Uint8Array {
    const { wireStart, wireEnd } = this.#at;
    return Buffer.from(this.#text.slice(wireStart, wireEnd), "base64");
  }

  /** Whether the transaction failed; null if only the whole of `meta` shows it. */
  get failed(): boolean | null {
    ERROR.lastIndex = this.#at.metaStart;
    const found = ERROR.exec(this.#text);
    return found && found[1] === undefined;
  }

  /** The addresses from lookup tables; null if only the whole of `meta` shows them. */
  get loadedAddresses(): unknown {
    const { metaStart, metaEnd } = this.#at;
    const at = this.#text.indexOf(LOADED, metaStart);
    if (at < 0 || at > metaEnd) return null;
    const start = at + LOADED.length - 1;
    return parse(this.#text.slice(start, this.#text.indexOf("}", start) + 1));
  }

  get meta(): unknown {
    const { metaStart, metaEnd } = this.#at;
    return parse(this.#text.slice(metaStart, metaEnd));
  }
}

const parse: (text: string) => unknown = JSON.parse;
