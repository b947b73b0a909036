import type { Client } from "pg";
import type { Value } from "../../connection.ts";
import { Output } from "./binary.ts";
import { numberPlaceholders } from "./placeholders.ts";
import {
  isBinary,
  Joiner,
  type MakeReader,
  type RowReader,
} from "./rowReaders.ts";
import {
  readColumnTypes,
  readError,
  ServerMessages,
} from "./serverMessages.ts";

/** A statement that the session knows by name. */
interface Prepared {
  readonly name: string;
  /** The types of its columns. */
  readonly types: readonly number[];
}

/** An answer that has not arrived completely. */
interface Awaited {
  readonly reader: RowReader<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  error: Error | null;
}

/** The plan or the name no longer holds: a table was changed, or a connection pooler forgot it. */
const STALE = new Set(["0A000", "26000"]);

/**
 * Statements on one session, sent at once and answered in order. The driver opens the session, and this takes over the
 * connection: the driver describes a statement at each execution, makes text of all values, and costs more than the rest of
 * a page (docs/decisions/0052-pages-on-postgresql.md).
 */
export class Pipeline {
  readonly #stream: Client["connection"]["stream"];
  readonly #prepared = new Map<string, Prepared | Promise<Prepared>>();
  readonly #awaited: Awaited[] = [];
  readonly #joiner = new Joiner();
  #names = 0;
  #out: Output | null = null;
  #isLost = false;

  constructor(client: Client) {
    const { stream } = client.connection;
    const messages = new ServerMessages((type, bytes, at) => {
      this.#receive(type, bytes, at);
    });
    this.#stream = stream;
    stream.removeAllListeners("data");
    stream.on("data", (piece: Buffer) => {
      try {
        messages.add(piece);
      } catch (error) {
        stream.destroy(error as Error); // what follows cannot be understood
      }
    });
    stream.once("close", () => {
      this.#lose();
    });
  }

  async query<T>(
    sql: string,
    params: readonly Value[],
    makeReader: MakeReader<T>,
  ): Promise<T> {
    try {
      return await this.#queryOnce(sql, params, makeReader);
    } catch (error) {
      if (!STALE.has((error as { code?: string }).code ?? "")) throw error;
      this.#prepared.delete(sql);
      return this.#queryOnce(sql, params, makeReader);
    }
  }

  async #queryOnce<T>(
    sql: string,
    params: readonly Value[],
    makeReader: MakeReader<T>,
  ): Promise<T> {
    const known = this.#prepared.get(sql) ?? this.#prepare(sql);
    const prepared = known instanceof Promise ? await known : known;
    return this.#execute(prepared, params, makeReader);
  }

  /** Sends the statements of this turn of the event loop. */
  flush(): void {
    const out = this.#out;
    this.#out = null;
    if (out && !this.#isLost) this.#stream.write(out.finished());
  }

  #prepare(sql: string): Promise<Prepared> {
    const name = `page_${this.#names++}`;
    const preparing = this.#send<Prepared>(columnsOf(name), (out) => {
      out.message("P", () => {
        out.name(name);
        out.name(numberPlaceholders(sql));
        out.int16(0);
      });
      out.message("D", () => {
        out.name(`S${name}`);
      });
    });
    this.#prepared.set(sql, preparing);
    preparing.then(
      (prepared) => this.#prepared.set(sql, prepared),
      () => this.#prepared.delete(sql),
    );
    return preparing;
  }

  #execute<T>(
    { name, types }: Prepared,
    params: readonly Value[],
    makeReader: MakeReader<T>,
  ): Promise<T> {
    return this.#send(makeReader(types, this.#joiner), (out) => {
      out.message("B", () => {
        out.name(""); // the portal
        out.name(name);
        out.int16(params.length);
        for (const value of params)
          out.int16(Number(value instanceof Uint8Array));
        out.int16(params.length);
        for (const value of params) out.parameter(value);
        out.int16(types.length);
        for (const type of types) out.int16(Number(isBinary(type)));
      });
      out.message("E", () => {
        out.name(""); // the portal
        out.int32(0); // all rows
      });
    });
  }

  /** Each statement is a transaction of its own, so a failure does not concern the ones behind it. */
  #send<T>(reader: RowReader<T>, write: (out: Output) => void): Promise<T> {
    if (this.#isLost) return Promise.reject(lostError());
    write(this.#output());
    this.#out!.message("S", () => undefined);
    return new Promise<T>((resolve, reject) => {
      this.#awaited.push({ reader, resolve, reject, error: null });
    });
  }

  /** A write costs a quarter of a small page, so the statements of a turn of the event loop share one. */
  #output(): Output {
    if (!this.#out) {
      this.#out = new Output(4096);
      setImmediate(() => {
        this.flush();
      });
    }
    return this.#out;
  }

  #receive(type: string, bytes: Buffer, at: number): void {
    const [first] = this.#awaited;
    if (!first) return; // a notice, or the reason for the end of the session
    if (type === "D" || type === "T") first.reader.row(bytes, at);
    else if (type === "E") first.error = readError(bytes, at);
    else if (type === "Z") {
      this.#awaited.shift();
      if (!first.error) first.resolve(first.reader.result() as never);
      else {
        this.#joiner.take(); // rows may have arrived before the error
        first.reject(first.error);
      }
    }
  }

  #lose(): void {
    this.#isLost = true;
    for (const { error, reject } of this.#awaited.splice(0))
      reject(error ?? lostError());
  }
}

/** Reads the description of a statement. */
function columnsOf(name: string): RowReader<Prepared> {
  let types: readonly number[] = [];
  return {
    row: (bytes, at) => {
      types = readColumnTypes(bytes, at);
    },
    result: () => ({ name, types }),
  };
}

const lostError = () => new Error("Connection terminated unexpectedly");
