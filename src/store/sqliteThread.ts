// Runs in a thread of its own, see sqliteInThread.ts.
import { parentPort } from "node:worker_threads";
import type { Connection } from "./connection.ts";
import { openSqlite } from "./sqlite.ts";
import type { Answer, Call, Calls } from "./sqliteInThread.ts";

/** A transaction whose work are the calls between its beginning and its end. */
class OpenTransaction {
  readonly #end = Promise.withResolvers<undefined>();
  readonly #done: Promise<undefined>;
  readonly begun: Promise<undefined>;
  /** What a call in it failed of; the engine may have taken everything back then, and what comes next must not be written. */
  failure: Error | null = null;

  constructor(connection: Connection) {
    const begun = Promise.withResolvers<undefined>();
    this.begun = begun.promise;
    this.#done = connection.transaction(() => {
      begun.resolve(undefined);
      return this.#end.promise;
    });
    this.#done.catch(begun.reject);
  }

  async commit(): Promise<void> {
    if (this.failure) throw this.failure;
    this.#end.resolve(undefined);
    await this.#done;
  }

  async rollBack(): Promise<void> {
    this.#end.reject(new Error("rolled back"));
    await this.#done.catch(() => undefined);
  }
}

let opened: Connection | null = null;
let transaction: OpenTransaction | null = null;

const connection = (): Connection => {
  if (transaction?.failure) throw transaction.failure;
  return opened!;
};

const calls: Calls = {
  open: (path, options) => {
    opened = openSqlite(path, options);
  },
  all: (sql, params) => connection().all(sql, params),
  run: (sql, params) => connection().run(sql, params),
  findMany: (table, keys) => connection().findMany(table, keys),
  upsertMany: (table, rows) => connection().upsertMany(table, rows),
  deleteMany: (table, keys) => connection().deleteMany(table, keys),
  begin: async () => {
    const next = new OpenTransaction(opened!);
    await next.begun;
    transaction = next;
  },
  commit: async () => {
    await transaction!.commit();
    transaction = null;
  },
  rollBack: async () => {
    await transaction!.rollBack();
    transaction = null;
  },
  close: () => opened!.close(),
};

async function answer({ name, args }: Call): Promise<Answer> {
  const call = calls[name] as (...args: readonly unknown[]) => unknown;
  try {
    return { value: await call(...args) };
  } catch (error) {
    const failure = error as Error & { errcode?: number };
    if (transaction) transaction.failure ??= failure;
    const { message, errcode } = failure;
    return { error: { message, ...(errcode !== undefined && { errcode }) } };
  }
}

const port = parentPort!;
let last = Promise.resolve();
port.on("message", (call: Call) => {
  last = last.then(async () => {
    port.postMessage(await answer(call));
    if (call.name === "close") port.close();
  });
});
