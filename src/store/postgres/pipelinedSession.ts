import type { Client } from "pg";
import type { Row, Value } from "../connection.ts";
import { dropSession } from "./session.ts";
import { queryRows } from "./statement.ts";
import { isCancelled, isTransient, Unreachable } from "./transient.ts";

/** A page takes about a millisecond, and cancelling one costs as much: only what still runs after this long is cancelled. */
const CANCEL_AFTER_MS = 100;

/** Times a statement is sent that cancellations of others interrupt. */
const MAX_TRIES = 5;

interface Request {
  readonly signal: AbortSignal | undefined;
  /** Nobody has waited for it for a while. */
  abandoned: boolean;
  cancelled: boolean;
}

export interface PipelinedSessionOptions {
  readonly open: () => Promise<Client>;
  /** Interrupts whatever the session with this process id is doing. Resolves when no statement sent later can be hit. */
  readonly cancel: (processId: number) => Promise<void>;
}

/** One session that many requests share: statements are sent at once and answered in order. Opened when needed, and again when lost. */
export class PipelinedSession {
  readonly #options: PipelinedSessionOptions;
  readonly #requests: Request[] = [];
  #session: Promise<Client> | null = null;
  /** Cancellations sent, and those of them that cannot hit anything any more. */
  #cancels = 0;
  #arrivedCancels = 0;
  #drops = 0;

  constructor(options: PipelinedSessionOptions) {
    this.#options = options;
  }

  /** Statements sent and not answered yet. */
  get load(): number {
    return this.#requests.length;
  }

  async all(
    sql: string,
    params: readonly Value[],
    signal?: AbortSignal,
  ): Promise<readonly Row[]> {
    signal?.throwIfAborted();
    const request = { signal, abandoned: false, cancelled: false };
    const abandon = () => {
      setTimeout(() => {
        request.abandoned = true;
        this.#cancelIfNext();
      }, CANCEL_AFTER_MS).unref();
    };
    signal?.addEventListener("abort", abandon, { once: true });
    try {
      return await this.#answer(request, sql, params);
    } finally {
      signal?.removeEventListener("abort", abandon);
    }
  }

  /** Breaks off; whatever waits for an answer fails at once. */
  drop(): void {
    this.#drops += 1;
    const session = this.#session;
    this.#session = null;
    session?.then(dropSession, () => undefined);
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session?.then((client) => client.end()).catch(() => undefined);
  }

  /** A statement that was cancelled in place of another, or lost with its session, is sent again. */
  async #answer(
    request: Request,
    sql: string,
    params: readonly Value[],
  ): Promise<readonly Row[]> {
    const drops = this.#drops;
    let lost = false;
    for (let tries = 1; ; tries++) {
      const arrived = this.#arrivedCancels;
      try {
        return await this.#inLine(request, sql, params);
      } catch (error) {
        if (request.signal?.aborted || tries === MAX_TRIES) throw error;
        if (isCancelled(error)) {
          if (this.#cancels === arrived) throw error; // it was meant
        } else {
          const gone = error instanceof Unreachable || this.#drops > drops;
          if (lost || gone || !isTransient(error)) throw error;
          lost = true;
        }
      }
    }
  }

  async #inLine(
    request: Request,
    sql: string,
    params: readonly Value[],
  ): Promise<readonly Row[]> {
    this.#requests.push(request);
    try {
      return await this.#send(sql, params);
    } finally {
      this.#requests.splice(this.#requests.indexOf(request), 1);
      this.#cancelIfNext();
    }
  }

  /** Whatever is asked in one turn of the event loop leaves in one write, which is a quarter of the cost of a small page. */
  async #send(sql: string, params: readonly Value[]): Promise<readonly Row[]> {
    const session = this.#connected();
    const client = await session;
    const { stream } = client.connection;
    if (stream.writableCorked === 0) {
      stream.cork();
      setImmediate(() => {
        stream.uncork();
      });
    }
    try {
      return await queryRows(client, sql, params);
    } catch (error) {
      if (isTransient(error)) this.#replace(session);
      throw error;
    }
  }

  /** What is asked from now on is asked on another session. */
  #replace(session: Promise<Client>): void {
    if (this.#session !== session) return;
    this.#session = null;
    session.then((client) => client.end()).catch(() => undefined);
  }

  #connected(): Promise<Client> {
    if (this.#session) return this.#session;
    const session = this.#options.open();
    const forget = () => {
      if (this.#session === session) this.#session = null;
    };
    session.then((client) => client.once("end", forget), forget);
    this.#session = session;
    return session;
  }

  #cancelIfNext(): void {
    const [next] = this.#requests;
    if (!next?.abandoned || next.cancelled || !this.#session) return;
    next.cancelled = true;
    this.#cancels += 1;
    this.#session
      .then((client) => this.#options.cancel(processIdOf(client)))
      .then(() => {
        this.#arrivedCancels += 1;
      })
      .catch(() => undefined); // it may still arrive
  }
}

/** The driver knows it; its types do not tell. */
export function processIdOf(client: Client): number {
  return (client as unknown as { processID: number }).processID;
}
