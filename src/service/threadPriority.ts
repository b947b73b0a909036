import { setPriority } from "node:os";

/**
 * Gives the current thread a lower priority: the higher the number, the lower. Only Linux has priorities of threads. Where
 * a sandbox forbids it, the priority stays the same.
 */
export function lowerThreadPriority(nice: number): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(nice);
  } catch {
    // the priority stays
  }
}
