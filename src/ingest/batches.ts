export interface BatchLimits<T> {
  /** A batch is closed when it holds this many items, */
  readonly items: number;
  /** or this much weight, */
  readonly weight: number;
  readonly weigh: (item: T) => number;
  /** or when the next item does not come within this time, */
  readonly waitMs: number;
  /** or this long after its first item, full or not. */
  readonly longestMs: number;
}

/** Groups what comes quickly and passes on at once what comes slowly. */
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
    // Not awaited: a source at the tip may have nothing to say for a while.
    void iterator.return?.();
  }
}

/** The pull that did not make it into the batch; wrapped, for a bare promise would be awaited on return. */
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
    pull.catch(() => undefined); // seen by whoever awaits it next, maybe after the batch is written
    const full = batch.length >= limits.items || weight >= limits.weight;
    const waitMs = Math.min(limits.waitMs, end - performance.now());
    if (full || waitMs <= 0) return { pull };
    // An error waits its turn too: what came before it is written first.
    const result = await within(waitMs, pull).catch(() => null);
    if (!result || result.done) return { pull };
    batch.push(result.value);
    weight += limits.weigh(result.value);
  }
}

/** What the promise gives, or null when that takes longer. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, ms, null);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
