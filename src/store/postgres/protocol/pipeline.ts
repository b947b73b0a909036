import type { Client } from "pg";
import type { Value } from "../../connection.ts";
import { isStale } from "../transient.ts";
import { bytesIn, Output } from "./binary.ts";
import { numberPlaceholders } from "./placeholders.ts";
import {
  Joiner,
  type MakeReader,
  type Question,
  type RowReader,
} from "./rowReaders.ts";
import type { RowsToWrite } from "./rowSets.ts";
import {
  readColumnTypes,
  readError,
  ServerMessages,
} from "./serverMessages.ts";

/** A statement that the session knows by name. */
interface Prepared {
  readonly name: string;
  /** Whether the server knows it. */
  isParsed: boolean;
  /** The types of its columns; null until the server has described it. */
  types: readonly number[] | null;
}

/** An answer that has not arrived completely. */
interface Awaited {
  readonly prepared: Prepared;
  readonly makeReader: MakeReader<unknown>;
  reader: RowReader<unknown> | null;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  error: Error | null;
}

/** Bytes of statements that share a buffer. */
const SMALL = 4096;

/**
 * Statements on one session: sent without waiting for earlier ones, run in the order of the calls, and answered in that
 * order. The driver opens the session, and this takes over the connection: the driver describes a statement at each
 * execution, makes text of all values, and costs more than the rest of a page
 * (docs/decisions/0052-pages-on-postgresql.md).
 */
export class Pipeline {
  readonly client: Client;
  readonly #stream: Client["connection"]["stream"];
  readonly #prepared = new Map<string, Prepared>();
  readonly #awaited: Awaited[] = [];
  readonly #joiner = new Joiner();
  #names = 0;
  #out: Output | null = null;
  #isLost = false;

  constructor(client: Client) {
    this.client = client;
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

  /** Each statement is a transaction of its own, so it can be sent again. */
  async query<T>(question: Question<T>): Promise<T> {
    try {
      return await this.queryOnce(question);
    } catch (error) {
      if (!isStale(error)) throw error;
      return this.queryOnce(question);
    }
  }

  /** For transactions, which have to begin again if a statement has become stale. */
  queryOnce<T>({ sql, params, makeReader }: Question<T>): Promise<T> {
    return this.#execute({ sql, params }, makeReader);
  }

  write(rows: RowsToWrite): Promise<void> {
    return this.#execute(rows, ignoreRows);
  }

  /** One or more statements without parameters, in one transaction unless they say otherwise. */
  script(sql: string): Promise<void> {
    if (this.#isLost) return Promise.reject(lostError());
    const out = this.#output();
    out.message("Q", () => {
      out.zeroEnded(sql);
    });
    const unnamed = { name: "", isParsed: true, types: [] };
    return this.#answerTo(unnamed, ignoreRows, ignoreRows([], this.#joiner));
  }

  /** Sends the statements of this turn of the event loop. */
  flush(): void {
    const out = this.#out;
    this.#out = null;
    if (out && !this.#isLost) this.#stream.write(out.finished());
  }

  get isIdle(): boolean {
    return this.#awaited.length === 0;
  }

  /** After what was sent is answered. */
  end(): Promise<void> {
    this.flush();
    return this.client.end();
  }

  /** A failure does not concern the statements behind it, unless they are in the same transaction. */
  async #execute<T>(
    { sql, params, copied }: Statement,
    makeReader: MakeReader<T>,
  ): Promise<T> {
    if (this.#isLost) throw lostError();
    const known = this.#prepared.get(sql);
    const prepared = known ?? this.#name(sql);
    const { types } = prepared;
    const reader = types && makeReader(types, this.#joiner);
    const out = this.#output(bytesIn(params));
    if (!known) parse(out, prepared.name, sql);
    bind(out, prepared.name, params);
    if (!types) describe(out);
    execute(out);
    if (copied) this.#copy(copied);
    this.#output().message("S", () => undefined);
    try {
      return await this.#answerTo(prepared, makeReader, reader);
    } catch (error) {
      // A pooler that forgot one name forgot all of them.
      if (isStale(error)) this.#prepared.clear();
      else if (!prepared.isParsed) this.#prepared.delete(sql);
      throw error;
    }
  }

  #name(sql: string): Prepared {
    const name = `statement_${this.#names++}`;
    const prepared = { name, isParsed: false, types: null };
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  #answerTo<T>(
    prepared: Prepared,
    makeReader: MakeReader<T>,
    reader: RowReader<T> | null,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#awaited.push({
        ...{ prepared, makeReader, reader },
        ...{ resolve, reject, error: null },
      });
    });
  }

  /** The rows follow without waiting for the server's request, which the protocol allows. They are not copied once more. */
  #copy(rows: Buffer): void {
    const head = Buffer.from("d\0\0\0\0");
    head.writeInt32BE(4 + rows.length, 1);
    this.#stream.cork();
    this.flush();
    this.#stream.write(head);
    this.#stream.write(rows);
    this.#stream.uncork();
    this.#output().message("c", () => undefined);
  }

  /** A write costs a quarter of a small page, so the statements of a turn of the event loop share one. */
  #output(size = 0): Output {
    if (size > SMALL) this.flush();
    if (!this.#out) {
      this.#out = new Output(SMALL + size);
      setImmediate(() => {
        this.flush();
      });
    }
    return this.#out;
  }

  #receive(type: string, bytes: Buffer, at: number): void {
    const [first] = this.#awaited;
    if (!first) return; // a notice, or the reason for the end of the session
    if (type === "D") first.reader?.row(bytes, at);
    else if (type === "1") first.prepared.isParsed = true;
    else if (type === "T") this.#describe(first, readColumnTypes(bytes, at));
    else if (type === "n") this.#describe(first, []);
    else if (type === "E") first.error = readError(bytes, at);
    else if (type === "Z") {
      this.#awaited.shift();
      if (!first.error && first.reader)
        first.resolve(first.reader.result() as never);
      else {
        this.#joiner.take(); // rows may have arrived before the error
        first.reject(first.error ?? new Error("the columns are unknown"));
      }
    }
  }

  #describe(awaited: Awaited, types: readonly number[]): void {
    if (awaited.reader) return; // a script, whose rows nobody reads
    try {
      awaited.reader = awaited.makeReader(types, this.#joiner);
      awaited.prepared.types = types;
    } catch (error) {
      awaited.error = error as Error;
    }
  }

  #lose(): void {
    this.#isLost = true;
    for (const { error, reject } of this.#awaited.splice(0))
      reject(error ?? lostError());
  }
}

/** A statement with its parameters, and the rows that are copied behind it. */
interface Statement {
  readonly sql: string;
  readonly params: readonly Value[];
  readonly copied?: Buffer;
}

const ignoreRows: MakeReader<void> = () => ({
  row: () => undefined,
  result: () => undefined,
});

function parse(out: Output, name: string, sql: string): void {
  out.message("P", () => {
    out.zeroEnded(name);
    out.zeroEnded(numberPlaceholders(sql));
    out.int16(0); // the server finds the types of the parameters
  });
}

/** The portal is the unnamed one. */
function bind(out: Output, name: string, params: readonly Value[]): void {
  out.message("B", () => {
    out.zeroEnded("");
    out.zeroEnded(name);
    out.int16(params.length);
    for (const value of params) out.int16(Number(value instanceof Uint8Array));
    out.int16(params.length);
    for (const value of params) out.parameter(value);
    out.int16(1); // one format for all columns
    out.int16(BINARY);
  });
}

const BINARY = 1;

function describe(out: Output): void {
  out.message("D", () => {
    out.zeroEnded("P"); // the unnamed portal
  });
}

function execute(out: Output): void {
  out.message("E", () => {
    out.zeroEnded(""); // the unnamed portal
    out.int32(0); // all rows
  });
}

const lostError = () => new Error("Connection terminated unexpectedly");
