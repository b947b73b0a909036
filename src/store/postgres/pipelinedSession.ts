import type { Client } from "pg";
import type { Row, Value } from "../connection.ts";
import { dropSession } from "./session.ts";
import { queryRows } from "./statement.ts";
import { isCancelled } from "./transient.ts";

/** A page takes about a millisecond, and cancelling one costs as much: only what still runs after this long is cancelled. */
const CANCEL_AFTER_MS = 100;

interface Request {
  cancelled: boolean;
}

export interface PipelinedSessionOptions {
  readonly open: () => Promise<Client>;
  /** Interrupts whatever the session with this process id is doing. */
  readonly cancel: (processId: number) => void;
}

/** One session that many requests share: statements are sent at once and answered in order. Opened when needed, and again when lost. */
export class PipelinedSession {
  readonly #options: PipelinedSessionOptions;
  readonly #requests: Request[] = [];
  #session: Promise<Client> | null = null;
  #cancels = 0;

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
    const request = { cancelled: false };
    const abandon = () => {
      setTimeout(() => {
        request.cancelled = true;
        this.#cancelIfNext();
      }, CANCEL_AFTER_MS).unref();
    };
    signal?.addEventListener("abort", abandon, { once: true });
    this.#requests.push(request);
    try {
      return await this.#answer(request, sql, params);
    } finally {
      signal?.removeEventListener("abort", abandon);
      this.#requests.splice(this.#requests.indexOf(request), 1);
      this.#cancelIfNext();
    }
  }

  /** Breaks off; whatever waits for an answer fails at once. */
  drop(): void {
    const session = this.#session;
    this.#session = null;
    session?.then(dropSession, () => undefined);
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session?.then((client) => client.end()).catch(() => undefined);
  }

  /** A cancellation interrupts whatever runs when it arrives; a bystander it hits asks again. */
  async #answer(
    request: Request,
    sql: string,
    params: readonly Value[],
  ): Promise<readonly Row[]> {
    const before = this.#cancels;
    try {
      return await this.#send(sql, params);
    } catch (error) {
      const bystander = this.#cancels > before && !request.cancelled;
      if (!bystander || !isCancelled(error)) throw error;
      return await this.#send(sql, params);
    }
  }

  /** Whatever is asked in one turn of the event loop leaves in one write, which is a quarter of the cost of a small page. */
  async #send(sql: string, params: readonly Value[]): Promise<readonly Row[]> {
    const client = await this.#connected();
    const { stream } = client.connection;
    if (stream.writableCorked === 0) {
      stream.cork();
      setImmediate(() => {
        stream.uncork();
      });
    }
    return queryRows(client, sql, params);
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
    if (!this.#requests[0]?.cancelled || !this.#session) return;
    this.#cancels += 1;
    void this.#session.then(
      (client) => {
        this.#options.cancel(processIdOf(client));
      },
      () => undefined,
    );
  }
}

/** The driver knows it; its types do not tell. */
export function processIdOf(client: Client): number {
  return (client as unknown as { processID: number }).processID;
}
