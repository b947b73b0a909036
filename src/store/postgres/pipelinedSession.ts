import type { Client } from "pg";
import { StoreUnavailable } from "../errors.ts";
import { Pipeline } from "./protocol/pipeline.ts";
import type { Question } from "./protocol/rowReaders.ts";
import { dropSession } from "./session.ts";
import { isCancelled, isTransient, Unreachable } from "./transient.ts";

/**
 * Cancelling costs as much as a page, about a millisecond, so only statements that still run after this time are
 * cancelled.
 */
const CANCEL_AFTER_MS = 100;

/** Attempts of a statement that cancellations of other statements interrupt. */
const MAX_TRIES = 5;

interface Request {
  readonly signal: AbortSignal | undefined;
  /** Its caller disconnected a while ago. */
  abandoned: boolean;
  cancelled: boolean;
}

export interface PipelinedSessionOptions {
  readonly open: () => Promise<Client>;
  /**
   * Interrupts the current statement of the session with this process id. Resolves when no later statement can be hit.
   */
  readonly cancel: (processId: number) => Promise<void>;
}

/**
 * One session shared by many requests: statements are sent immediately and answered in order. Opened on demand and
 * reopened when lost.
 */
export class PipelinedSession {
  readonly #options: PipelinedSessionOptions;
  readonly #requests: Request[] = [];
  #session: Promise<Pipeline> | null = null;
  #closed = false;
  /** Cancellations sent, and how many of them can no longer hit a statement. */
  #cancels = 0;
  #arrivedCancels = 0;
  #drops = 0;

  constructor(options: PipelinedSessionOptions) {
    this.#options = options;
  }

  /** Statements in flight. */
  get load(): number {
    return this.#requests.length;
  }

  async read<T>(question: Question<T>, signal?: AbortSignal): Promise<T> {
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
      return await this.#answer(request, question);
    } finally {
      signal?.removeEventListener("abort", abandon);
    }
  }

  /** Drops the session; all statements in flight fail immediately. */
  drop(): void {
    this.#drops += 1;
    const session = this.#session;
    this.#session = null;
    session?.then(
      ({ client }) => {
        dropSession(client);
      },
      () => undefined,
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    const session = this.#session;
    this.#session = null;
    await session?.then((pipeline) => pipeline.end()).catch(() => undefined);
  }

  /** A statement that was cancelled by mistake, or lost with its session, is sent again. */
  async #answer<T>(request: Request, question: Question<T>): Promise<T> {
    const drops = this.#drops;
    let lost = false;
    for (let tries = 1; ; tries++) {
      const arrived = this.#arrivedCancels;
      try {
        return await this.#inLine(request, question);
      } catch (error) {
        if (request.signal?.aborted || tries === MAX_TRIES) throw error;
        if (isCancelled(error)) {
          if (this.#cancels === arrived) throw error; // the cancellation was meant for this statement
        } else {
          const gone = error instanceof Unreachable || this.#drops > drops;
          if (lost || gone || !isTransient(error)) throw error;
          lost = true;
        }
      }
    }
  }

  async #inLine<T>(request: Request, question: Question<T>): Promise<T> {
    this.#requests.push(request);
    try {
      return await this.#send(question);
    } finally {
      this.#requests.splice(this.#requests.indexOf(request), 1);
      this.#cancelIfNext();
    }
  }

  async #send<T>(question: Question<T>): Promise<T> {
    const session = this.#connected();
    const pipeline = await session;
    try {
      return await pipeline.query(question);
    } catch (error) {
      if (isTransient(error)) this.#replace(session);
      throw error;
    }
  }

  /** From now on, statements go to another session. */
  #replace(session: Promise<Pipeline>): void {
    if (this.#session !== session) return;
    this.#session = null;
    session.then((pipeline) => pipeline.end()).catch(() => undefined);
  }

  #connected(): Promise<Pipeline> {
    if (this.#session) return this.#session;
    if (this.#closed) throw new StoreUnavailable("the store is being closed");
    const session = this.#options.open().then((client) => new Pipeline(client));
    const forget = () => {
      if (this.#session === session) this.#session = null;
    };
    session.then(({ client }) => client.once("end", forget), forget);
    this.#session = session;
    return session;
  }

  #cancelIfNext(): void {
    const [next] = this.#requests;
    if (!next?.abandoned || next.cancelled || !this.#session) return;
    next.cancelled = true;
    this.#cancels += 1;
    this.#session
      .then(({ client }) => this.#options.cancel(processIdOf(client)))
      .then(() => {
        this.#arrivedCancels += 1;
      })
      .catch(() => undefined); // the cancellation may still arrive
  }
}

/** The driver's types lack this field. */
export function processIdOf(client: Client): number {
  return (client as unknown as { processID: number }).processID;
}
