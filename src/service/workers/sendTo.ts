import type { Worker } from "node:cluster";
import type { FactsUpdate, WorkerCommand, PeerMessage } from "./messages.ts";

/** A worker may be gone before it is known to be: then there is nobody to tell, and that is no failure of ours. */
export function sendTo(
  worker: Worker,
  message: WorkerCommand | FactsUpdate | PeerMessage,
): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
