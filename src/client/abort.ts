/** The result of the promise, or a rejection as soon as the signal aborts. */
export async function orAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const leave = (): void => {
    reject(signal.reason as Error);
  };
  signal.addEventListener("abort", leave);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

/** Resolves after a time, or as soon as the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await orAborted(over, signal).catch(() => undefined);
  clearTimeout(timer);
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** Doubles with each failure. Random, so that the clients of a server that restarts do not all return at once. */
export function pauseAfter(failures: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
  return pause * (0.5 + Math.random() / 2);
}
