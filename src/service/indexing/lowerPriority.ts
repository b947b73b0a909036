import { existsSync, readdirSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/** On Linux a tenth of the weight of others when they want the same processor, and all of it when they do not. */
const STEPS = 10;
const LAST = 19;
const THREADS = "/proc/self/task";

/**
 * Lets this thread wait for others who want a processor, and with it those that work for all threads of the process: the
 * helpers of V8's collector of garbage would take what the thread leaves. The first thread stays as it is, since new processes start like it. Only
 * Linux has priorities of threads; elsewhere, and where a sandbox forbids it, everything stays as it is.
 */
export function lowerPriority(): void {
  for (const id of otherThanFirst()) {
    try {
      setPriority(id, Math.min(getPriority(id) + STEPS, LAST));
    } catch {
      // it has ended meanwhile, or it may not
    }
  }
}

function otherThanFirst(): number[] {
  if (!existsSync(THREADS)) return [];
  const ids = readdirSync(THREADS).map(Number);
  return ids.filter((id) => id !== process.pid);
}
