import type { Client, Connection } from "pg";

/** Rows to write: copied into a table, or into a staging table and merged from there. */
export interface SentRows {
  readonly copy: string;
  readonly data: Buffer;
  /** A temporary table that is empty after each transaction, and the statement that creates it. */
  readonly staging?: { readonly name: string; readonly make: string };
  readonly merge?: string;
}

/**
 * Sends statements and rows together and waits once: one round trip for all tables of a batch instead of three for
 * each. The rows follow their statements without waiting for the server's request, which the protocol allows. After a
 * failure the server skips the remaining ones.
 */
export function sendRows(
  client: Client,
  sets: readonly SentRows[],
  used: Set<string>,
): Promise<void> {
  const text = sets.flatMap((set) => statements(set, used)).join(";\n");
  return new Promise((resolve, reject) => {
    client.query(new SentTogether(text, sets, { resolve, reject }));
  });
}

/** `used` are the staging tables that hold rows of this transaction already. */
function statements(
  { staging, copy, merge }: SentRows,
  used: Set<string>,
): string[] {
  if (!staging || !merge) return [copy];
  const { name, make } = staging;
  const before = used.has(name) ? `truncate ${name}` : make;
  used.add(name);
  return [before, copy, merge];
}

interface Answered {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** The methods that the driver calls on a custom query. */
class SentTogether {
  readonly #text: string;
  readonly #sets: readonly SentRows[];
  readonly #answered: Answered;
  #failed = false;

  constructor(text: string, sets: readonly SentRows[], answered: Answered) {
    this.#text = text;
    this.#sets = sets;
    this.#answered = answered;
  }

  submit({ stream }: Connection): void {
    stream.cork();
    stream.write(queryMessage(this.#text));
    for (const { data } of this.#sets) {
      stream.write(header("d", data.length));
      stream.write(data);
      stream.write(header("c", 0));
    }
    stream.uncork();
  }

  handleCopyInResponse(): void {
    // The rows have been sent already.
  }

  handleCommandComplete(): void {
    // More statements follow; the end is when the server is ready again.
  }

  handleError(error: Error): void {
    this.#failed = true;
    this.#answered.reject(error);
  }

  handleReadyForQuery(): void {
    if (!this.#failed) this.#answered.resolve();
  }
}

/** A protocol message begins with its type and the length of the rest. */
function header(letter: string, length: number): Buffer {
  const bytes = Buffer.from(`${letter}\0\0\0\0`, "latin1");
  bytes.writeInt32BE(length + 4, 1);
  return bytes;
}

function queryMessage(text: string): Buffer {
  const query = Buffer.from(`${text}\0`);
  return Buffer.concat([header("Q", query.length), query]);
}
