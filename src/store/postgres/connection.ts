import {
  setImmediate as nextTurn,
  setTimeout as sleep,
} from "node:timers/promises";
import type { Client } from "pg";
import type { Connection, Row, Value } from "../connection.ts";
import { postgres } from "../dialect.ts";
import type { MaybePromise } from "../maybePromise.ts";
import type { Table } from "../schema/tables.ts";
import { isDemoted, isDuplicate, isTransient } from "./transient.ts";
import {
  deleteMany,
  findMany,
  insertMany,
  upsertMany,
} from "./protocol/rowSets.ts";
import { sendRows, type SentRows } from "./protocol/sendRows.ts";
import { dropSession } from "./session.ts";
import { queryRows } from "./protocol/statement.ts";

/**
 * Serializes transactions that change the store, as SQLite does on its own: the writer and maintenance beside it, such
 * as building an index, each see the result of the transaction before.
 */
const BEGIN =
  "begin; select pg_advisory_xact_lock(1415668585, hashtext(current_schema()))";

/** Bytes that justify a separate message: the server merges these rows while the next ones are prepared. */
const SEND_FROM_BYTES = 1_000_000;

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
  #session: Promise<Client> | null = null;
  #inTransaction: Transaction | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  all(sql: string, params: readonly Value[]): Promise<readonly Row[]> {
    return this.#on((client) => queryRows(client, sql, params));
  }

  async run(sql: string, params: readonly Value[] = []): Promise<void> {
    await this.#on<unknown>((client) =>
      params.length > 0 ? queryRows(client, sql, params) : client.query(sql),
    );
  }

  findMany(table: Table, keys: readonly Row[]): Promise<readonly Row[]> {
    return this.#on((client) => findMany(client, table, keys));
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

  /** If a row to insert exists, the server has rolled everything back, and the work is done again with merges. */
  async transaction<T>(work: () => MaybePromise<T>): Promise<T> {
    try {
      return await this.#transaction(work, true);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return this.#transaction(work, false);
    }
  }

  #transaction<T>(work: () => MaybePromise<T>, inserts: boolean): Promise<T> {
    return this.#again(async (client) => {
      await client.query(BEGIN);
      const transaction = new Transaction(client, inserts);
      this.#inTransaction = transaction;
      try {
        const result = await work();
        await transaction.written();
        await client.query("commit");
        return result;
      } catch (error) {
        await transaction.written().catch(() => undefined);
        if (!isLost(error)) await client.query("rollback");
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
    await session.then((client) => client.end()).catch(() => undefined);
  }

  /** Inside a transaction, a lost session ends the transaction. Outside, the single statement is sent again. */
  async #on<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const transaction = this.#inTransaction;
    if (!transaction) return this.#again(work);
    await transaction.written();
    return work(transaction.client);
  }

  #write(rows: SentRows): MaybePromise<void> {
    if (this.#inTransaction) return this.#inTransaction.write(rows);
    return this.transaction(() => this.#write(rows));
  }

  async #again<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const { open, onLost } = this.#options;
    const closing = this.#closing.signal;
    const signal = AbortSignal.any([closing, this.#options.signal ?? closing]);
    for (
      let wait = FIRST_RETRY_MS;
      ;
      wait = Math.min(wait * 2, LAST_RETRY_MS)
    ) {
      this.#session ??= open(signal);
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
    await session?.then(dropSession).catch(() => undefined);
  }
}

/** Rows are buffered and sent in order. A query waits until all of them are merged. */
class Transaction {
  readonly client: Client;
  /** Whether rows passed as new are inserted without looking for existing ones. */
  readonly inserts: boolean;
  #gathered: SentRows[] = [];
  #bytes = 0;
  readonly #staged = new Set<string>();
  #sent: Promise<void> = Promise.resolve();

  constructor(client: Client, inserts: boolean) {
    this.client = client;
    this.inserts = inserts;
  }

  /** A failure is thrown by the next query or at the end of the transaction, which can no longer commit. */
  write(rows: SentRows): MaybePromise<void> {
    this.#gathered.push(rows);
    this.#bytes += rows.data.length;
    if (this.#bytes >= SEND_FROM_BYTES) return this.send();
  }

  /** Each message leaves when the server has merged the one before; the first leaves before this returns. */
  send(): Promise<void> {
    if (this.#gathered.length > 0) this.#send();
    return nextTurn();
  }

  written(): Promise<void> {
    if (this.#gathered.length > 0) this.#send();
    return this.#sent;
  }

  #send(): void {
    const sets = this.#gathered;
    this.#gathered = [];
    this.#bytes = 0;
    this.#sent = this.#sent.then(() =>
      sendRows(this.client, sets, this.#staged),
    );
    this.#sent.catch(() => undefined);
  }
}

function isLost(error: unknown): boolean {
  return isTransient(error) || isDemoted(error);
}
