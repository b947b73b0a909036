import type { ServerResponse } from "node:http";

/** Aborted when the connection closes before the answer is out. */
export function abandonedOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
