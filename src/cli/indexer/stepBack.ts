import { readdirSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/** On Linux a tenth of the weight of others when they want the same processor, and all of it when they do not. */
const STEPS = 10;
const LAST = 19;

/**
 * Lets this thread wait for others who want a processor, and with it those that V8 keeps for all threads: its collector's
 * helpers would take what the thread leaves. The first thread stays as it is, since new processes start like it. Only
 * Linux has priorities of threads; elsewhere, and where a sandbox forbids it, everything stays as it is.
 */
export function stepBack(): void {
  if (process.platform !== "linux") return;
  const threads = readdirSync("/proc/self/task").map(Number);
  for (const id of threads) {
    if (id === process.pid) continue;
    try {
      setPriority(id, Math.min(getPriority(id) + STEPS, LAST));
    } catch {
      // it has ended meanwhile, or it may not
    }
  }
}
