import { StoreUnavailable } from "./errors.ts";
import type { MaybePromise } from "./maybePromise.ts";

/** A bounded number of connections, each used by one caller at a time. If all are in use, callers wait. */
export class Pool<Connection> {
  readonly #size: number;
  readonly #open: () => MaybePromise<Connection>;
  readonly #close: (connection: Connection) => MaybePromise<void>;
  readonly #idle: Connection[] = [];
  readonly #waiting: (() => void)[] = [];
  #used = 0;
  #closed = false;
  #allReturned: (() => void) | null = null;

  constructor(
    size: number,
    open: () => MaybePromise<Connection>,
    close: (connection: Connection) => MaybePromise<void>,
  ) {
    this.#size = size;
    this.#open = open;
    this.#close = close;
  }

  /** A connection on which `work` failed is not used again. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    while (this.#used === this.#size && !this.#closed) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    if (this.#closed) throw new StoreUnavailable("the store is being closed");
    this.#used += 1;
    try {
      const connection = this.#idle.pop() ?? (await this.#open());
      return await this.#lend(connection, work);
    } finally {
      this.#used -= 1;
      this.#waiting.shift()?.();
      if (this.#used === 0) this.#allReturned?.();
    }
  }

  /** Resolves when the connections in use are returned and closed, too. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const wake of this.#waiting.splice(0)) wake();
    await this.closeIdle();
    if (this.#used === 0) return;
    await new Promise<void>((resolve) => (this.#allReturned = resolve));
  }

  async closeIdle(): Promise<void> {
    for (const connection of this.#idle.splice(0)) {
      await this.#close(connection);
    }
  }

  async #lend<T>(
    connection: Connection,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    let result;
    try {
      result = await work(connection);
    } catch (error) {
      await this.#close(connection);
      throw error;
    }
    if (this.#closed) await this.#close(connection);
    else this.#idle.push(connection);
    return result;
  }
}
