/** Runs a limited number of tasks at a time; others wait in order. */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#running >= this.#most) await this.#wait(signal);
    else this.#running++;
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  /** Resolves when a task that has ended passes its place on. */
  async #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const begin = (): void => {
      resolve(undefined);
    };
    const leave = (): void => {
      this.#waiting.delete(begin);
      reject(signal.reason as Error);
    };
    this.#waiting.add(begin);
    signal.addEventListener("abort", leave, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  #pass(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running--;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
