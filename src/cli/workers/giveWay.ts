import type { Server } from "node:net";

/** However short it is: the system makes some 60 µs of it. */
const MOMENT_MS = 0.001;
const sleeping = new Int32Array(new SharedArrayBuffer(4));

/**
 * Workers take connections from one queue, and the first to be awake would empty it before the others are. So one that
 * has many sleeps a moment after each: see decision 16.
 */
export function giveWay(front: Server, hasMany: () => boolean): void {
  front.on("connection", () => {
    if (hasMany()) Atomics.wait(sleeping, 0, 0, MOMENT_MS);
  });
}
