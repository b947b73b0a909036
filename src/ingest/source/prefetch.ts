interface Job<Out> {
  readonly result: Promise<Out>;
  /** Resolves, never rejects, once the result is known. */
  readonly known: Promise<void>;
  done: boolean;
}

/**
 * Processes up to `window` items at once and yields the results in the order of the items. A result is yielded as soon
 * as all earlier ones are, without waiting for further items.
 */
export async function* mapConcurrently<In, Out>(
  items: AsyncIterable<In>,
  window: number,
  work: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const intake = new Intake(items, work);
  try {
    for (;;) {
      const pull = intake.jobs.length < window ? intake.pull() : null;
      const first = intake.jobs[0];
      if (first?.done) {
        intake.jobs.shift();
        yield await first.result;
      } else if (first ?? pull) {
        await Promise.race([first?.known, pull].filter((wait) => wait != null));
      } else {
        break;
      }
    }
    intake.throwIfFailed();
  } finally {
    intake.close();
  }
}

/** Takes items one at a time and starts a job for each. */
class Intake<In, Out> {
  readonly jobs: Job<Out>[] = [];
  readonly #iterator: AsyncIterator<In>;
  readonly #work: (item: In) => Promise<Out>;
  #pulling: Promise<void> | null = null;
  #end: { readonly error?: unknown } | null = null;

  constructor(items: AsyncIterable<In>, work: (item: In) => Promise<Out>) {
    this.#iterator = items[Symbol.asyncIterator]();
    this.#work = work;
  }

  /** Resolves, never rejects, when one more job has started or the items have ended; null if they had already ended. */
  pull(): Promise<void> | null {
    if (!this.#end) this.#pulling ??= this.#takeNext();
    return this.#pulling;
  }

  throwIfFailed(): void {
    if (this.#end && "error" in this.#end) throw this.#end.error;
  }

  close(): void {
    // Not awaited, because an iterator that waits for its next item would delay the caller that stopped early.
    void this.#iterator.return?.();
  }

  async #takeNext(): Promise<void> {
    try {
      const next = await this.#iterator.next();
      if (next.done) this.#end = {};
      else this.jobs.push(startJob(this.#work(next.value)));
    } catch (error) {
      this.#end = { error };
    }
    this.#pulling = null;
  }
}

function startJob<Out>(result: Promise<Out>): Job<Out> {
  const settle = (): void => {
    job.done = true;
  };
  const known = result.then(settle, settle);
  const job: Job<Out> = { result, known, done: false };
  return job;
}
