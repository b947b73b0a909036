/** Default time for work in progress to end after a stop is requested. */
const GRACE_MS = 800;

/**
 * Aborts on the first SIGINT or SIGTERM. A second one, or the end of the grace period, ends the process immediately.
 */
export function stopSignal(graceMs = GRACE_MS): AbortSignal {
  const stop = new AbortController();
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
    // An open connection must not keep the process alive. Batches are written whole or not at all either way.
    setTimeout(() => process.exit(0), graceMs).unref();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return stop.signal;
}
