import { Worker } from "node:worker_threads";
import type { Steady } from "./steadyThread.ts";

/** Indexes into a store like the service beside its workers, and reports the number of transactions written. */
export function indexInThread(steady: Steady): {
  readonly written: () => number;
} {
  let written = 0;
  const program = new URL("steadyThread.ts", import.meta.url);
  const thread = new Worker(program, { workerData: steady });
  thread.on("message", (entry: number) => {
    written = entry;
  });
  return { written: () => written };
}
