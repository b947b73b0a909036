import type { Worker } from "node:cluster";
import type { FactsUpdate, WorkerCommand, PeerMessage } from "./messages.ts";

/** Sends a message to a worker; does nothing if the worker has ended. */
export function sendTo(
  worker: Worker,
  message: WorkerCommand | FactsUpdate | PeerMessage,
): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
