import type { Worker } from "node:cluster";
import type { ToWorker } from "./messages.ts";

/** Sends a message to a worker; does nothing if the worker has ended. */
export function sendTo(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
