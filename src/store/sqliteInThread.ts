import { Worker } from "node:worker_threads";
import type { Connection, Row, Value } from "./connection.ts";
import { sqlite } from "./dialect.ts";
import type { MaybePromise } from "./page.ts";
import { type Pause, politePause } from "./pause.ts";
import { ROWS_AHEAD, type SqliteOptions } from "./sqlite.ts";
import type { Table } from "./tables.ts";
import { threadFile } from "./threadFile.ts";

/** What the thread does when it is asked to, one call after the other. */
export interface Calls {
  readonly open: (path: string, options: SqliteOptions) => void;
  readonly all: (sql: string, params: readonly Value[]) => Rows;
  readonly run: (sql: string, params: readonly Value[]) => Done;
  readonly findMany: (table: Table, keys: readonly Row[]) => Rows;
  readonly upsertMany: (table: Table, rows: readonly Row[]) => Done;
  readonly deleteMany: (table: Table, keys: readonly Row[]) => Done;
  readonly begin: () => Done;
  readonly commit: () => Done;
  readonly rollBack: () => Done;
  readonly close: () => Done;
}

type Rows = MaybePromise<readonly Row[]>;
type Done = MaybePromise<void>;

export interface Call {
  readonly name: keyof Calls;
  readonly args: readonly unknown[];
}

/** Of each call, in their order. */
export interface Answer {
  readonly value?: unknown;
  /** As errors of the engine are: the channel would carry the message only. */
  readonly error?: { readonly message: string; readonly errcode?: number };
}

/**
 * A connection that writes, in a thread of its own, which is to it what a server is to PostgreSQL. A commit alone takes
 * 40 ms for a block of 400 transfers: a thread that answers requests has no time for that.
 */
export async function openSqliteInThread(
  path: string,
  options: SqliteOptions,
): Promise<Connection> {
  const thread = await StoreThread.open(path, options);
  const pause = politePause();
  return {
    dialect: sqlite,
    rowsAhead: ROWS_AHEAD,
    pause,
    all: (sql, params) => thread.ask("all", sql, params),
    run: (sql, params = []) => thread.ask("run", sql, params),
    findMany: (table, keys) => thread.ask("findMany", table, keys),
    upsertMany: (table, rows) => thread.write("upsertMany", table, rows, pause),
    deleteMany: (table, keys) => thread.write("deleteMany", table, keys, pause),
    transaction: (work) => inTransaction(thread, work),
    close: () => thread.ask("close"),
  };
}

async function inTransaction<T>(
  thread: StoreThread,
  work: () => MaybePromise<T>,
): Promise<T> {
  await thread.ask("begin");
  try {
    const result = await work();
    await thread.written();
    await thread.ask("commit");
    return result;
  } catch (error) {
    thread.forgetWrites();
    await thread.ask("rollBack");
    throw error;
  }
}

const THREAD = threadFile(import.meta, "sqliteThread");

/** Rows of a message: copying them takes a millisecond. */
const PORTION = 250;
/** Rows that may be under way while the next are made. */
const MOST_ROWS = 6_000;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: Error) => void;
}

interface Portion {
  readonly rows: number;
  readonly done: Promise<unknown>;
}

class StoreThread {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  readonly #underWay: Portion[] = [];
  #rowsUnderWay = 0;
  #dead: Error | null = null;

  private constructor() {
    this.#worker = new Worker(THREAD);
    this.#worker.on("message", (answer: Answer) => {
      this.#hear(answer);
    });
    this.#worker.on("error", (error: Error) => {
      this.#die(error);
    });
    this.#worker.on("exit", () => {
      this.#die(new Error("the thread that writes to the store has ended"));
    });
  }

  static async open(
    path: string,
    options: SqliteOptions,
  ): Promise<StoreThread> {
    const thread = new StoreThread();
    try {
      await thread.ask("open", path, options);
      return thread;
    } catch (error) {
      await thread.#worker.terminate();
      throw error;
    }
  }

  ask<T>(name: keyof Calls, ...args: readonly unknown[]): Promise<T> {
    if (this.#dead) return Promise.reject(this.#dead);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#worker.postMessage({ name, args } satisfies Call);
    this.#waiting.push({ resolve, reject });
    this.#worker.ref(); // somebody waits for it
    return promise as Promise<T>;
  }

  /** Does not wait until they are written, unless too many are under way; `written` tells whether they all were. */
  async write(
    name: "upsertMany" | "deleteMany",
    table: Table,
    rows: readonly Row[],
    pause: Pause,
  ): Promise<void> {
    for (let from = 0; from < rows.length; from += PORTION) {
      const portion = rows.slice(from, from + PORTION);
      const done = this.ask(name, table, portion);
      done.catch(() => undefined); // heard of by whoever waits for it
      this.#underWay.push({ rows: portion.length, done });
      this.#rowsUnderWay += portion.length;
      await this.#downTo(MOST_ROWS);
      await pause();
    }
  }

  written(): Promise<void> {
    return this.#downTo(0);
  }

  /** Of a transaction that is taken back: the thread gets to that after them. */
  forgetWrites(): void {
    this.#underWay.length = 0;
    this.#rowsUnderWay = 0;
  }

  async #downTo(rows: number): Promise<void> {
    while (this.#rowsUnderWay > rows) {
      const first = this.#underWay.shift()!;
      this.#rowsUnderWay -= first.rows;
      await first.done;
    }
  }

  #hear({ value, error }: Answer): void {
    const { resolve, reject } = this.#waiting.shift()!;
    if (this.#waiting.length === 0) this.#worker.unref();
    if (error) reject(Object.assign(new Error(error.message), error));
    else resolve(value);
  }

  #die(error: Error): void {
    this.#dead ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#dead);
  }
}
