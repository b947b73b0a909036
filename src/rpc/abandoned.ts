import type { ServerResponse } from "node:http";

/** A signal that aborts when the connection closes before the answer is sent. */
export function abandonedOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
