export interface BatchLimits<T> {
  /** A batch is closed when it has this many items, */
  readonly items: number;
  /** or this total weight, */
  readonly weight: number;
  readonly weigh: (item: T) => number;
  /** or when the next item does not arrive within this time, */
  readonly waitMs: number;
  /** or this long after its first item. */
  readonly longestMs: number;
}

/** Groups items that arrive quickly, and passes on items that arrive slowly at once. */
export async function* batches<T>(
  items: AsyncIterable<T>,
  limits: BatchLimits<T>,
): AsyncGenerator<readonly T[]> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (let first = await iterator.next(); !first.done;) {
      const batch = [first.value];
      const next = await fill(batch, iterator, limits);
      yield batch;
      first = await next.pull;
    }
  } finally {
    // Not awaited, because a source at the tip may have no item for a while.
    void iterator.return?.();
  }
}

/** The pending pull that did not become part of the batch. Wrapped, because a bare promise would be awaited on return. */
interface Pending<T> {
  readonly pull: Promise<IteratorResult<T>>;
}

async function fill<T>(
  batch: T[],
  iterator: AsyncIterator<T>,
  limits: BatchLimits<T>,
): Promise<Pending<T>> {
  const end = performance.now() + limits.longestMs;
  let weight = limits.weigh(batch[0]!);
  for (;;) {
    const pull = iterator.next();
    pull.catch(() => undefined); // the error reaches the next await of the pull, perhaps after the batch is written
    const full = batch.length >= limits.items || weight >= limits.weight;
    const waitMs = Math.min(limits.waitMs, end - performance.now());
    if (full || waitMs <= 0) return { pull };
    // An error is thrown only after the items before it are written.
    const result = await within(waitMs, pull).catch(() => null);
    if (!result || result.done) return { pull };
    batch.push(result.value);
    weight += limits.weigh(result.value);
  }
}

/** The result of the promise, or null if it takes longer than `ms`. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, ms, null);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
