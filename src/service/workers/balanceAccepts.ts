import type { Server } from "node:net";
import { REPORT_EVERY_MS } from "./peers.ts";

/** Sleep for each connection beyond the share; the system adds about 50 µs. */
const SLEEP_MS = 0.02;

/** Maximum sleep between two reports of the other workers: their counts may be outdated while connections come and go fast. */
const MAX_SLEEP_MS = 5;

const sleeping = new Int32Array(new SharedArrayBuffer(4));

/**
 * Workers accept connections from one queue, and the first to wake would empty it before the others run. So a worker with
 * more than its share sleeps briefly after each connection: see decision 16.
 */
export function balanceAccepts(
  front: Server,
  countTooMany: () => number,
): void {
  let began = 0;
  let left = 0;
  front.on("connection", () => {
    const wanted = countTooMany() * SLEEP_MS;
    if (wanted === 0) return;
    const now = performance.now();
    if (now > began + REPORT_EVERY_MS) {
      began = now;
      left = MAX_SLEEP_MS;
    }
    if (left <= 0) return;
    Atomics.wait(sleeping, 0, 0, Math.min(wanted, left));
    left -= performance.now() - now;
  });
}
