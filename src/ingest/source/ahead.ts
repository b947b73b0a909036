interface Job<Out> {
  readonly result: Promise<Out>;
  /** Resolves, never rejects, once the result is known. */
  readonly known: Promise<void>;
  done: boolean;
}

/**
 * Works on up to `window` items at once and gives the results in the order of the items.
 * A result is given as soon as those before it are: an item that is still to come holds nothing back.
 */
export async function* mapAhead<In, Out>(
  items: AsyncIterable<In>,
  window: number,
  work: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const jobs: Job<Out>[] = [];
  const iterator = items[Symbol.asyncIterator]();
  let pull: Promise<void> | null = null;
  let end: { readonly error?: unknown } | null = null;

  const takeNext = async (): Promise<void> => {
    try {
      const { done, value } = await iterator.next();
      if (done) end = {};
      else jobs.push(start(work(value)));
    } catch (error) {
      end = { error };
    }
    pull = null;
  };

  try {
    for (;;) {
      if (!end && jobs.length < window) pull ??= takeNext();
      const first = jobs[0];
      if (first?.done) {
        jobs.shift();
        yield await first.result;
      } else if (!first && !pull) {
        break;
      } else {
        await Promise.race([first?.known, pull].filter((p) => p != null));
      }
    }
    throwIfFailed(end);
  } finally {
    // Not awaited: an iterator that waits for its next item would hold up whoever stopped early.
    void iterator.return?.();
  }
}

function start<Out>(result: Promise<Out>): Job<Out> {
  const settle = (): void => {
    job.done = true;
  };
  const job: Job<Out> = {
    result,
    known: result.then(settle, settle),
    done: false,
  };
  return job;
}

function throwIfFailed(end: { readonly error?: unknown } | null): void {
  if (end && "error" in end) throw end.error;
}
