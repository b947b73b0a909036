import type { Client } from "pg";
import type { Slot } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import { postgres } from "../dialect.ts";
import { Pool } from "../connectionPool.ts";
import { SharedPages } from "../trees/nodes/sharedPages.ts";
import { PipelinedSession, processIdOf } from "./pipelinedSession.ts";
import { type Question, rowsOf } from "./protocol/rowReaders.ts";
import type { SeenHead } from "./keepsUp.ts";
import { serverName } from "./hosts.ts";
import { dropSession, openSession } from "./session.ts";
import { queryRows } from "./protocol/statement.ts";
import { asUnreachable, isTransient, Unreachable } from "./transient.ts";

export interface ServerOptions {
  /** Sessions that pages share. */
  readonly sessions_: number;
  /** Maximum number of concurrent scans, each in its own session. */
  readonly scans: number;
  readonly statementTimeoutMs: number;
}

/** A server that is silent for this long counts as lost. */
const CHECK_TIMEOUT_MS = 2_000;

/** One PostgreSQL server for reads, primary or standby. */
export class Server {
  readonly name: string;
  readonly statementTimeoutMs: number;
  readonly #pipelines: PipelinedSession[];
  readonly #scans: Pool<Client>;
  /** For health checks and cancellations, which must not wait behind pages. */
  readonly #control: PipelinedSession;
  readonly #sharedPages = new SharedPages();
  #head: SeenHead = { slot: 0, blockTime: null };
  #answers = false;
  #checking: Promise<void> | null = null;

  constructor(url: string, options: ServerOptions) {
    const settings = readSettings(options);
    const open = () =>
      openSession(url, { settings }).catch((error: unknown) => {
        throw asUnreachable(error);
      });
    const cancel = (processId: number) => this.#cancel(processId);
    this.name = serverName(url);
    this.statementTimeoutMs = options.statementTimeoutMs;
    this.#control = new PipelinedSession({ open, cancel });
    this.#pipelines = Array.from(
      { length: options.sessions_ },
      () => new PipelinedSession({ open, cancel }),
    );
    this.#scans = new Pool(options.scans, open, dropSession);
  }

  get head(): SeenHead {
    return this.#head;
  }

  /** Its newest block, as the writer has announced it. */
  announced(head: SeenHead): void {
    this.#head = head;
  }

  get answers(): boolean {
    return this.#answers;
  }

  get load(): number {
    return this.#pipelines.reduce((sum, pipeline) => sum + pipeline.load, 0);
  }

  read<T>(question: Question<T>, signal?: AbortSignal): Promise<T> {
    const pipeline = this.#pipelines.reduce((a, b) =>
      b.load < a.load ? b : a,
    );
    return pipeline.read(question, signal);
  }

  /** A scan that is lost with its session is repeated on a new one, because the idle ones may be broken, too. */
  async snapshot<T>(
    work: (reading: Reading) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    try {
      return await this.#scan(work, signal);
    } catch (error) {
      const gone = error instanceof Unreachable || signal?.aborted;
      if (gone || !isTransient(error)) throw error;
      await this.#scans.closeIdle();
      return this.#scan(work, signal);
    }
  }

  #scan<T>(
    work: (reading: Reading) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.#scans.use(async (client) => {
      let cancelling: Promise<void> | undefined;
      const cancel = () => {
        cancelling = this.#cancel(processIdOf(client));
        cancelling.catch(() => undefined);
      };
      signal?.addEventListener("abort", cancel, { once: true });
      try {
        await client.query("begin isolation level repeatable read read only");
        const result = await work(this.#readingOn(client, signal));
        await client.query("rollback");
        return result;
      } finally {
        signal?.removeEventListener("abort", cancel);
        await cancelling; // a later one would hit the next scan
      }
    });
  }

  #readingOn(client: Client, signal?: AbortSignal): Reading {
    return {
      dialect: postgres,
      sharedPages: this.#sharedPages,
      all: (sql, params) => {
        signal?.throwIfAborted();
        return queryRows(client, sql, params);
      },
    };
  }

  /** Nothing is sent to this server until a check succeeds. */
  suspect(): void {
    this.#answers = false;
  }

  /** Reads the head. If the server does not answer, drops all its sessions, so that no request waits for it. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #check(): Promise<void> {
    const late = setTimeout(() => {
      this.#drop();
    }, CHECK_TIMEOUT_MS);
    try {
      const sql =
        "select slot, block_time from blocks order by slot desc limit 1";
      const [row] = await this.#control.read(rowsOf(sql, []));
      this.#head = {
        slot: (row?.[0] ?? 0) as Slot,
        blockTime: (row?.[1] ?? null) as number | null,
      };
      this.#answers = true;
    } catch (error) {
      this.#drop();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#pipelines, this.#control].map((l) => l.close()),
    );
    await this.#scans.close();
  }

  #drop(): void {
    this.#answers = false;
    for (const pipeline of [...this.#pipelines, this.#control]) pipeline.drop();
  }

  /** Resolves when the signal is sent; rejects when that is unknown. The statement's own timeout ends what is not cancelled. */
  async #cancel(processId: number): Promise<void> {
    const sql = "select pg_cancel_backend(?::int)";
    await this.#control.read(rowsOf(sql, [processId]));
  }
}

/**
 * Every page is one range of one primary key. All other plans are disabled, because the planner uses statistics of the
 * whole table, which do not describe a key with a million rows.
 */
export function readSettings({
  statementTimeoutMs,
}: Pick<ServerOptions, "statementTimeoutMs">) {
  return {
    default_transaction_read_only: "on",
    statement_timeout: statementTimeoutMs,
    enable_seqscan: "off",
    enable_bitmapscan: "off",
    enable_sort: "off",
    max_parallel_workers_per_gather: 0,
  };
}
