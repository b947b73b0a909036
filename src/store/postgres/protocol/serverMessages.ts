// The server's side of PostgreSQL's protocol, as far as answers to prepared statements need it.
import { DatabaseError } from "pg";

/** `at` is where the body of the message begins. */
export type OnMessage = (type: string, bytes: Buffer, at: number) => void;

/** The type, and the length of the rest, which includes itself. */
const HEAD = 5;

/** Splits what a connection receives into messages. */
export class ServerMessages {
  readonly #onMessage: OnMessage;
  /** The beginning of a message whose rest has not arrived, and how many bytes it takes at least. */
  #pieces: Buffer[] = [];
  #have = 0;
  #need = 0;

  constructor(onMessage: OnMessage) {
    this.#onMessage = onMessage;
  }

  add(piece: Buffer): void {
    if (this.#have === 0) {
      this.#split(piece);
      return;
    }
    this.#pieces.push(piece);
    this.#have += piece.length;
    if (this.#have < this.#need) return;
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#have = 0;
    this.#split(bytes);
  }

  #split(bytes: Buffer): void {
    let at = 0;
    let length = HEAD;
    while (at + HEAD <= bytes.length) {
      length = 1 + bytes.readInt32BE(at + 1);
      if (length < HEAD) throw new Error("a message of the server is broken");
      if (at + length > bytes.length) break;
      this.#onMessage(String.fromCharCode(bytes[at]!), bytes, at + HEAD);
      at += length;
      length = HEAD;
    }
    if (at === bytes.length) return;
    this.#pieces = [bytes.subarray(at)];
    this.#have = bytes.length - at;
    this.#need = length;
  }
}

/** The type of each column. */
export function readColumnTypes(bytes: Buffer, start: number): number[] {
  const types: number[] = [];
  let at = start + 2;
  for (let left = bytes.readInt16BE(start); left > 0; left--) {
    const type = bytes.indexOf(0, at) + 7; // after the name, its table and the number there
    types.push(bytes.readInt32BE(type));
    at = type + 12; // after the size, its modifier and the format
  }
  return types;
}

/** The error as the driver would throw it; its code decides what happens next. */
export function readError(bytes: Buffer, start: number): DatabaseError {
  const fields = new Map<string, string>();
  for (let at = start; bytes[at] !== 0;) {
    const end = bytes.indexOf(0, at);
    const value = bytes.toString("utf8", at + 1, end);
    fields.set(String.fromCharCode(bytes[at]!), value);
    at = end + 1;
  }
  const error = new DatabaseError(fields.get("M") ?? "", 0, "error");
  return Object.assign(error, {
    severity: fields.get("S"),
    code: fields.get("C"),
    detail: fields.get("D"),
  });
}
