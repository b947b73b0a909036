import type { Server } from "node:net";
import { REPORT_EVERY_MS } from "./peers.ts";

/** For each connection too many; the system adds some 50 µs. */
const SLEEP_MS = 0.02;

/** Until it is told again what the others have: where connections come and go fast, it knows that wrong, and must not sleep for long. */
const MAX_SLEEP_MS = 5;

const sleeping = new Int32Array(new SharedArrayBuffer(4));

/**
 * Workers take connections from one queue, and the first to be awake would empty it before the others are. So one that
 * has too many sleeps a moment after each: see decision 16.
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
