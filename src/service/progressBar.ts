const CELLS = 20;

/** A progress bar for a terminal, for a share from 0 to 1. */
export function progressBar(share: number): string {
  const full = Math.max(0, Math.min(CELLS, Math.floor(share * CELLS)));
  return "█".repeat(full).padEnd(CELLS, "░");
}
