import { setTimeout as sleep } from "node:timers/promises";
import type { LagBound } from "../../domain/lag.ts";
import type { Slot } from "../../domain/values.ts";
import type { ReadFrom, Reading, Row, Value } from "../connection.ts";
import { postgres, type ReadRows } from "../dialect.ts";
import { StoreUnavailable } from "../errors.ts";
import { ReadyIndexes } from "../filterIndexes/readiness.ts";
import type { MaybePromise } from "../maybePromise.ts";
import type { Page } from "../page.ts";
import type { PageQuery } from "../pageCache/pageCache.ts";
import type { Reader } from "../reader.ts";
import { SlotWatch } from "../slotWatch.ts";
import { CachedPages } from "./cachedPages.ts";
import { HeadListener } from "./headListener.ts";
import { pageOf, type Question, rowsOf } from "./protocol/rowReaders.ts";
import type { Server } from "./server.ts";
import { keepsUp, type SeenHead } from "./keepsUp.ts";
import { isCancelled, isTransient, Unreachable } from "./transient.ts";

export interface ReaderOptions {
  /** Where the writer announces new blocks. */
  readonly announcements: string;
  readonly primary: Server;
  readonly replicas: readonly Server[];
  /** A replica further behind the newest server than this is left out. */
  readonly maxLag: LagBound;
  /** Size of the page cache. */
  readonly pageCacheMib: number;
  /** Called when a server is lost or answers again. */
  readonly onChange?: (server: string, answers: boolean) => void;
}

const CHECK_EVERY_MS = 1_000;

/** Within this time, a standby that receives a new block answers instead of the primary. */
const STANDBYS_MS = 20;

const NONE: readonly Server[] = [];

/** A request's conditions for the server that answers it. */
interface Demand {
  readonly signal?: AbortSignal;
  /** A slot that the server should have reached. */
  readonly slot?: Slot;
}

/** Sends each read to the least busy replica that keeps up, or to the primary if there is none. */
export class PostgresReader implements Reader {
  readonly dialect = postgres;
  readonly readyIndexes = new ReadyIndexes();
  readonly slots = new SlotWatch({
    known: () => this.#newest().slot,
    refresh: () => {
      this.#listen();
      return this.#checkAll(this.#servers);
    },
    isAnnounced: () => this.#listener?.isListening ?? false,
  });
  readonly #options: ReaderOptions;
  readonly #cachedPages: CachedPages | null;
  readonly #checking: NodeJS.Timeout;
  readonly #headListeners = new Set<(head: SeenHead) => void>();
  #listener: HeadListener | null = null;
  #closed = false;
  #notified: Slot | null = null;

  /** Servers that do not answer are checked again every second; at least one has to answer now. */
  static async open(options: ReaderOptions): Promise<PostgresReader> {
    const servers = [options.primary, ...options.replicas];
    const checks = await Promise.allSettled(servers.map((s) => s.check()));
    const failed = checks.find((check) => check.status === "rejected");
    if (failed && !servers.some((server) => server.answers)) {
      await Promise.all(servers.map((server) => server.close()));
      throw failed.reason;
    }
    return new PostgresReader(options);
  }

  private constructor(options: ReaderOptions) {
    this.#options = options;
    const bytes = options.pageCacheMib * 2 ** 20;
    this.#cachedPages =
      bytes > 0
        ? new CachedPages(bytes, (sql, values, slot) =>
            this.#read(rowsOf(sql, values), { slot }),
          )
        : null;
    this.#checking = setInterval(() => {
      for (const server of this.#servers) void this.#check(server);
      if (this.#listener) this.#cachedPages?.log.look();
    }, CHECK_EVERY_MS).unref();
  }

  all(sql: string, params: readonly Value[]): Promise<readonly Row[]> {
    return this.#read(rowsOf(sql, params));
  }

  page(
    sql: string,
    params: readonly Value[],
    separator: string,
  ): Promise<ReadRows> {
    return this.#read(pageOf(sql, params, separator));
  }

  cached(asked: PageQuery, read: ReadFrom): MaybePromise<Page> {
    return this.#cached(this, asked, read, 0);
  }

  pageCacheHits(): number {
    return this.#cachedPages?.hits ?? 0;
  }

  snapshot<T>(work: (reading: Reading) => Promise<T>): Promise<T> {
    return this.#somewhere((server) => server.snapshot(work));
  }

  until(signal: AbortSignal, slot: Slot = 0): Reader {
    const demand = { signal, slot };
    const reading: Reading = {
      dialect: this.dialect,
      all: (sql, params) => this.#read(rowsOf(sql, params), demand),
      page: (sql, params, separator) =>
        this.#read(pageOf(sql, params, separator), demand),
    };
    return {
      ...reading,
      cached: (asked, read) => this.#cached(reading, asked, read, slot),
      readyIndexes: this.readyIndexes,
      slots: this.slots,
      until: (signal, later = 0) => this.until(signal, Math.max(slot, later)),
      snapshot: (work) =>
        this.#somewhere((server) => server.snapshot(work, signal), demand),
      close: () => this.close(),
    };
  }

  onHead(listener: (head: SeenHead) => void): () => void {
    this.#listen();
    this.#headListeners.add(listener);
    return () => {
      this.#headListeners.delete(listener);
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#checking);
    this.#listener?.close();
    await Promise.all(this.#servers.map((server) => server.close()));
  }

  /** The session is opened when it is first needed: only processes that answer requests need it. */
  #listen(): void {
    if (this.#closed) return;
    this.#listener ??= new HeadListener({
      url: this.#options.announcements,
      onHead: (head) => void this.#announced(head),
      onListening: () => {
        this.slots.look();
        this.#cachedPages?.log.look();
      },
    });
  }

  /** While a request waits for the block, standbys are checked for it, too. */
  async #announced(head: SeenHead): Promise<void> {
    const { primary, replicas } = this.#options;
    primary.announced(head);
    this.#cachedPages?.log.announced(head.slot);
    this.#notify(head);
    if (replicas.length > 0 && this.slots.isAwaited)
      await Promise.race([this.#checkAll(replicas), sleep(STANDBYS_MS)]);
    this.slots.answer(head.slot);
  }

  #notify(head: SeenHead): void {
    if (head.slot === this.#notified) return;
    this.#notified = head.slot;
    for (const listener of this.#headListeners) listener(head);
  }

  async #checkAll(servers: readonly Server[]): Promise<void> {
    await Promise.all(servers.map((server) => this.#check(server)));
  }

  #newest(): SeenHead {
    const answering = this.#servers.filter(({ answers }) => answers);
    return newestOf(answering.map(({ head }) => head));
  }

  get #servers(): Server[] {
    return [this.#options.primary, ...this.#options.replicas];
  }

  #read<T>(question: Question<T>, demand: Demand = {}): Promise<T> {
    const { signal } = demand;
    return this.#somewhere((server) => server.read(question, signal), demand);
  }

  /** The cache is used while the writer's announcements arrive. */
  #cached(
    reading: Reading,
    asked: PageQuery,
    read: ReadFrom,
    slot: Slot,
  ): MaybePromise<Page> {
    const pages = this.#cachedPages;
    if (!pages) return read(reading);
    this.#listen();
    return this.#listener?.isListening
      ? pages.page(reading, asked, read, slot)
      : read(reading);
  }

  /** Reads change nothing, so a read that fails on one server is retried on another. */
  async #somewhere<T>(
    ask: (server: Server) => Promise<T>,
    { signal, slot = 0 }: Demand = {},
  ): Promise<T> {
    let failed: unknown;
    let tried = NONE;
    for (;;) {
      const server = this.#choose(tried, slot);
      if (!server) break;
      try {
        return await ask(server);
      } catch (error) {
        if (isCancelled(error)) throw stopped(server, error, signal);
        if (!isTransient(error)) throw error;
        signal?.throwIfAborted();
        failed = error;
        tried = [...tried, server];
        if (error instanceof Unreachable) this.#suspect(server);
      }
    }
    throw new StoreUnavailable("no database server answers", { cause: failed });
  }

  #choose(tried: readonly Server[], slot: Slot): Server | undefined {
    const { primary, replicas, maxLag } = this.#options;
    const newest = newestOf(this.#servers.map(({ head }) => head));
    const fit = replicas.filter(
      (server) =>
        server.answers &&
        server.head.slot >= slot &&
        keepsUp(server.head, newest, maxLag) &&
        !tried.includes(server),
    );
    if (fit.length === 0)
      return primary.answers && !tried.includes(primary) ? primary : undefined;
    return fit.reduce((a, b) => (b.load < a.load ? b : a));
  }

  #suspect(server: Server): void {
    if (!server.answers) return;
    server.suspect();
    this.#options.onChange?.(server.name, false);
  }

  async #check(server: Server): Promise<void> {
    const answered = server.answers;
    await server.check().catch(() => undefined);
    if (server.answers !== answered) {
      this.#options.onChange?.(server.name, server.answers);
      if (server === this.#options.primary && !server.answers)
        this.#listener?.reconnect();
    }
    // Announcements may be missing: the session was lost, or a connection pooler keeps them.
    if (server.answers) this.#notify(this.#newest());
    this.slots.answer();
  }
}

function newestOf(heads: readonly SeenHead[]): SeenHead {
  return heads.reduce((a, b) => (b.slot > a.slot ? b : a), NO_HEAD);
}

const NO_HEAD: SeenHead = { slot: 0, blockTime: null };

/** The server stops a statement because its caller disconnected or because it takes too long. */
function stopped(
  { statementTimeoutMs }: Server,
  cause: unknown,
  signal?: AbortSignal,
): unknown {
  if (signal?.aborted) return signal.reason;
  const seconds = statementTimeoutMs / 1000;
  return new StoreUnavailable(
    `the database stopped a statement, which may take ${seconds} s`,
    { cause },
  );
}
