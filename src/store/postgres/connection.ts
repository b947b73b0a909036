import {
  setImmediate as nextTurn,
  setTimeout as sleep,
} from "node:timers/promises";
import type { Client } from "pg";
import type { Connection, Row, Value } from "../connection.ts";
import { postgres } from "../dialect.ts";
import type { MaybePromise } from "../maybePromise.ts";
import type { Table } from "../schema/tables.ts";
import { isDemoted, isDuplicate, isStale, isTransient } from "./transient.ts";
import { bytesIn } from "./protocol/binary.ts";
import { Pipeline } from "./protocol/pipeline.ts";
import { type Question, rowsOf } from "./protocol/rowReaders.ts";
import {
  deleteMany,
  findMany,
  insertMany,
  type RowsToWrite,
  upsertMany,
} from "./protocol/rowSets.ts";
import { dropSession } from "./session.ts";

/**
 * Serializes transactions that change the store, as SQLite does on its own: the writer and maintenance beside it, such
 * as building an index, each see the result of the transaction before.
 */
const BEGIN =
  "begin; select pg_advisory_xact_lock(1415668585, hashtext(current_schema()))";

/** So many bytes are sent before more rows are prepared, so that the server merges them meanwhile. */
const SEND_FROM_BYTES = 100_000;

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;

export interface ConnectionOptions {
  /** Opens the session; gives up when the signal aborts. */
  readonly open: (signal: AbortSignal) => Promise<Client>;
  /** Called when the server is lost, before the work is retried. Without it, the failure is thrown to the caller. */
  readonly onLost?: (error: Error) => void;
  /** Ends all waiting. Statements in progress finish. */
  readonly signal?: AbortSignal;
}

/**
 * One session, reopened whenever it is lost. An interrupted transaction runs again from its beginning: the server has
 * committed either all of it or nothing, and the store's transactions are idempotent.
 */
export class PostgresConnection implements Connection {
  readonly dialect = postgres;
  readonly rowsAhead = 10_000;
  readonly #options: ConnectionOptions;
  readonly #closing = new AbortController();
  #session: Promise<Pipeline> | null = null;
  #inTransaction: Transaction | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  all(sql: string, params: readonly Value[]): Promise<readonly Row[]> {
    return this.#read(rowsOf(sql, params));
  }

  async run(sql: string, params: readonly Value[] = []): Promise<void> {
    if (params.length > 0) await this.all(sql, params);
    else await this.#on((session) => session.script(sql));
  }

  async findMany(table: Table, keys: readonly Row[]): Promise<readonly Row[]> {
    return keys.length > 0 ? this.#read(findMany(table, keys)) : [];
  }

  upsertMany(table: Table, rows: readonly Row[]): MaybePromise<void> {
    return this.#write(upsertMany(table, rows));
  }

  insertMany(table: Table, rows: readonly Row[]): MaybePromise<void> {
    const insert = this.#inTransaction?.inserts ? insertMany : upsertMany;
    return this.#write(insert(table, rows));
  }

  deleteMany(table: Table, keys: readonly Row[]): MaybePromise<void> {
    return this.#write(deleteMany(table, keys));
  }

  send(): MaybePromise<void> {
    return this.#inTransaction?.send();
  }

  /**
   * If a row to insert exists, the server has rolled everything back, and the work is done again with merges. If a
   * statement has become stale, it is done again as well.
   */
  async transaction<T>(work: () => MaybePromise<T>): Promise<T> {
    try {
      return await this.#transaction(work, true);
    } catch (error) {
      if (!isDuplicate(error) && !isStale(error)) throw error;
      return this.#transaction(work, false);
    }
  }

  #transaction<T>(work: () => MaybePromise<T>, inserts: boolean): Promise<T> {
    return this.#again(async (session) => {
      const transaction = new Transaction(session, inserts);
      try {
        await session.script(BEGIN);
        this.#inTransaction = transaction;
        const result = await work();
        await transaction.commit();
        return result;
      } catch (error) {
        if (!isLost(error)) await session.script("rollback");
        throw error;
      } finally {
        this.#inTransaction = null;
      }
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const session = this.#session;
    this.#session = null;
    if (!session) return;
    await session.then(endNow).catch(() => undefined);
  }

  #read<T>(question: Question<T>): Promise<T> {
    return this.#on((session) =>
      this.#inTransaction
        ? session.queryOnce(question)
        : session.query(question),
    );
  }

  /** Inside a transaction, a lost session ends the transaction. Outside, the single statement is sent again. */
  #on<T>(work: (session: Pipeline) => Promise<T>): Promise<T> {
    return this.#inTransaction?.on(work) ?? this.#again(work);
  }

  #write(rows: RowsToWrite): MaybePromise<void> {
    if (this.#inTransaction) return this.#inTransaction.write(rows);
    return this.transaction(() => this.#write(rows));
  }

  async #again<T>(work: (session: Pipeline) => Promise<T>): Promise<T> {
    const { open, onLost } = this.#options;
    const closing = this.#closing.signal;
    const signal = AbortSignal.any([closing, this.#options.signal ?? closing]);
    for (
      let wait = FIRST_RETRY_MS;
      ;
      wait = Math.min(wait * 2, LAST_RETRY_MS)
    ) {
      this.#session ??= open(signal).then((client) => new Pipeline(client));
      try {
        return await work(await this.#session);
      } catch (error) {
        if (!isLost(error) || !onLost || signal.aborted) throw error;
        onLost(error as Error);
        await this.#forget();
        await sleep(wait, undefined, { signal });
      }
    }
  }

  async #forget(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session
      ?.then(({ client }) => {
        dropSession(client);
      })
      .catch(() => undefined);
  }
}

/** Ends the session without waiting for a server that may never answer. */
async function endNow(session: Pipeline): Promise<void> {
  if (session.isIdle) await session.end();
  else dropSession(session.client);
}

/** Rows are sent without waiting, and statements are answered in their order. */
class Transaction {
  readonly #session: Pipeline;
  /** Whether rows passed as new are inserted without looking for existing ones. */
  readonly inserts: boolean;
  /** Bytes since the event loop last had a turn. */
  #bytes = 0;
  /** One for each statement, rejected if it failed. */
  readonly #statements: Promise<void>[] = [];

  constructor(session: Pipeline, inserts: boolean) {
    this.#session = session;
    this.inserts = inserts;
  }

  /** A failure is thrown by the next query or at the end of the transaction, which can no longer commit. */
  write(rows: RowsToWrite): MaybePromise<void> {
    this.#note(this.#session.write(rows));
    this.#bytes += bytesIn([...rows.params, rows.copied]);
    if (this.#bytes >= SEND_FROM_BYTES) return this.send();
  }

  send(): Promise<void> {
    this.#bytes = 0;
    this.#session.flush();
    return nextTurn();
  }

  async on<T>(work: (session: Pipeline) => Promise<T>): Promise<T> {
    const answer = work(this.#session);
    this.#note(answer);
    try {
      return await answer;
    } catch (error) {
      await this.#throwFirstFailure();
      throw error;
    }
  }

  /** In a failed transaction the server answers `commit` without an error, so failures are looked for afterwards. */
  async commit(): Promise<void> {
    await this.on((session) => session.script("commit"));
    await this.#throwFirstFailure();
  }

  #note(answer: Promise<unknown>): void {
    const done = answer.then(() => undefined);
    done.catch(() => undefined);
    this.#statements.push(done);
  }

  /** What follows a failed statement fails because of it. */
  async #throwFirstFailure(): Promise<void> {
    for (const statement of this.#statements) await statement;
  }
}

function isLost(error: unknown): boolean {
  return isTransient(error) || isDemoted(error);
}
