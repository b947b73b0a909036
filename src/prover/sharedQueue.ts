export interface SharedQueueOptions {
  /** The number of jobs that run at the same time. */
  readonly concurrency: number;
  /** The number of jobs that may wait. */
  readonly maxWaiting: number;
}

interface Job<T> {
  readonly key: string;
  readonly run: () => Promise<T>;
  readonly result: PromiseWithResolvers<T>;
  callers: number;
}

/** The queue is full. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

/** Runs a few jobs at a time, in order. Callers that ask for the same job share its result. */
export class SharedQueue<T> {
  readonly #options: SharedQueueOptions;
  readonly #jobs = new Map<string, Job<T>>();
  readonly #waiting: Job<T>[] = [];
  #running = 0;

  constructor(options: SharedQueueOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get running(): number {
    return this.#running;
  }

  /**
   * Rejects with the signal's reason when the caller disconnects. A job whose callers all disconnect before it starts
   * never runs.
   */
  async ask(
    key: string,
    run: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    signal.throwIfAborted();
    const job = this.#jobs.get(key) ?? this.#add(key, run);
    const left = Promise.withResolvers<never>();
    const leave = (): void => {
      left.reject(signal.reason as Error);
    };
    job.callers++;
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([job.result.promise, left.promise]);
    } finally {
      signal.removeEventListener("abort", leave);
      if (--job.callers === 0) this.#dropWaiting(job);
    }
  }

  #add(key: string, run: () => Promise<T>): Job<T> {
    const { concurrency, maxWaiting } = this.#options;
    if (this.#running >= concurrency && this.#waiting.length >= maxWaiting)
      throw new QueueFull(`${maxWaiting} are waiting already`);
    const result = Promise.withResolvers<T>();
    result.promise.catch(() => undefined); // its callers may all have disconnected
    const job = { key, run, result, callers: 0 };
    this.#jobs.set(key, job);
    this.#waiting.push(job);
    this.#runNext();
    return job;
  }

  #runNext(): void {
    if (this.#running >= this.#options.concurrency) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#running++;
    void job
      .run()
      .then(job.result.resolve, job.result.reject)
      .finally(() => {
        this.#running--;
        this.#jobs.delete(job.key);
        this.#runNext();
      });
  }

  #dropWaiting(job: Job<T>): void {
    const at = this.#waiting.indexOf(job);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    this.#jobs.delete(job.key);
  }
}
