import { setTimeout as sleep } from "node:timers/promises";

/** Resolves when the next request may be sent. */
export type Pace = () => Promise<void>;

/** Spreads requests evenly, at most `perSecond`, however many are waiting. */
export function createPace(perSecond: number, signal: AbortSignal): Pace {
  let next = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + 1000 / perSecond;
    if (at > now) await sleep(at - now, undefined, { signal });
    signal.throwIfAborted();
  };
}
