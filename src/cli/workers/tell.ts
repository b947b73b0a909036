import type { Worker } from "node:cluster";
import type { News, Order, Report } from "./messages.ts";

/** A worker may be gone before it is known to be: then there is nobody to tell, and that is no failure of ours. */
export function tell(worker: Worker, message: Order | News | Report): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
