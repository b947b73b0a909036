import { existsSync, readdirSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/** Gives a tenth of the CPU time of a normal thread under contention, and all of it on an idle processor. */
const STEPS = 10;
const LAST = 19;
const THREADS = "/proc/self/task";

/**
 * Lowers the priority of the indexer thread and of V8's GC helpers (Linux only). Without the helpers, garbage collection
 * would take the time that the thread yields. The first thread keeps its priority, which new processes inherit. Where a
 * sandbox forbids it, all priorities stay the same.
 */
export function lowerPriority(): void {
  for (const id of otherThanFirst()) {
    try {
      setPriority(id, Math.min(getPriority(id) + STEPS, LAST));
    } catch {
      // the thread has ended, or the change is not permitted
    }
  }
}

function otherThanFirst(): number[] {
  if (!existsSync(THREADS)) return [];
  const ids = readdirSync(THREADS).map(Number);
  return ids.filter((id) => id !== process.pid);
}
