import type { Change } from "../../live/change.ts";
import type { Caller } from "../../rpc/observer.ts";

const ITEMS_PER_UNIT = 50;

/** Longest pause before a caller's units are checked again. */
const PAUSE_MS = 1_000;

/**
 * Charges the caller for a notification, like a page with as many items; an empty one is free and never waits. While
 * the caller has spent its units, it waits first: further changes are queued meanwhile, up to their limit.
 */
export async function chargeNotification(
  caller: Caller | undefined,
  { removed, added }: Change,
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  const items = removed.length + added.length;
  if (items === 0) return;
  for (;;) {
    const seconds = caller?.waitSeconds?.() ?? 0;
    if (seconds === 0) break;
    await sleep(Math.min(1000 * seconds, PAUSE_MS));
  }
  caller?.charge(1 + items / ITEMS_PER_UNIT);
}
