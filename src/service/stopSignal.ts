/** How long work under way may take to end once a stop is asked for, unless there is reason for more. */
const GRACE_MS = 800;

/** Aborted by the first SIGINT or SIGTERM; a second one ends the process at once, and so does work that outlasts the grace. */
export function stopSignal(graceMs = GRACE_MS): AbortSignal {
  const stop = new AbortController();
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
    // A client that holds its connection open must not hold the process: batches are whole or absent either way.
    setTimeout(() => process.exit(0), graceMs).unref();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return stop.signal;
}
