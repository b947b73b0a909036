import type { ServerResponse } from "node:http";

/** A signal that aborts when the connection closes before the answer is sent. */
export function abandonedOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Each signal adds a listener to the connection, so all entries of a batch share one. */
export function shareSignal(abandoned: () => AbortSignal = never) {
  let signal: AbortSignal | null = null;
  return {
    signal: () => (signal ??= abandoned()),
    isReason: (cause: unknown) =>
      signal?.aborted === true && cause === signal.reason,
  };
}

function never(): AbortSignal {
  return new AbortController().signal;
}
