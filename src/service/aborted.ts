import { once } from "node:events";

/** When the signal says stop, or has said so. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
