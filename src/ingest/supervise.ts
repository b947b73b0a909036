import { setTimeout as sleep } from "node:timers/promises";
import { pauseAfter } from "./source/node/retry.ts";

export interface Supervision {
  /** A counter that grows with the work done. */
  readonly progress: () => number;
  /** Whether there is work to do now; idling at the tip is not a stall. */
  readonly behind: () => boolean;
  /** Returns true for failures that may pass; any other failure ends the work at once. */
  readonly mayRecover: (error: unknown) => boolean;
  /** The last obstacle, for the message about a stall. */
  readonly trouble?: () => string | null;
  readonly onRestart: (reason: Error, pauseMs: number) => void;
  readonly firstPauseMs?: number;
  /** Work that is behind and makes no progress for this long is stopped and restarted. */
  readonly stallMs?: number;
  /** After failures for this long without progress, the last one is thrown. */
  readonly giveUpAfterMs?: number;
  /** Whether the failure is the silence of another program, a node or a database: there is no limit to waiting for it. */
  readonly isOutage?: (error: unknown) => boolean;
}

/** The work neither ended nor made progress. */
export class Stalled extends Error {
  override readonly name = "Stalled";
  constructor(ms: number, trouble: string | null) {
    const why = trouble === null ? "" : ` (${trouble})`;
    super(`nothing was indexed for ${ms / 1000} s${why}`);
  }
}

const CHECK_MS = 1_000;

/** Restarts the work when it stalls or fails for a reason that may pass, and throws when it gives up. */
export async function supervise(
  work: (signal: AbortSignal) => Promise<void>,
  watch: Supervision,
  signal: AbortSignal,
): Promise<void> {
  const { firstPauseMs = 500, giveUpAfterMs = 5 * 60_000 } = watch;
  let failures = 0;
  let before = watch.progress();
  let since = Date.now();
  for (;;) {
    try {
      await untilStalled(work, watch, signal);
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Stalled) && !watch.mayRecover(error)) throw error;
      if (watch.progress() !== before) {
        before = watch.progress();
        since = Date.now();
        failures = 0;
      }
      if (watch.isOutage?.(error)) since = Date.now();
      if (Date.now() - since > giveUpAfterMs) throw error;
      const limits = { firstPauseMs, longestPauseMs: 30_000 };
      const pause = pauseAfter(error, failures++, limits);
      watch.onRestart(error as Error, pause);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function untilStalled(
  work: (signal: AbortSignal) => Promise<void>,
  { progress, behind, trouble, stallMs = 60_000 }: Supervision,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const running = work(AbortSignal.any([signal, over.signal]));
  let last = progress();
  let moved = Date.now();
  const stalled = new Promise<never>((_, reject) => {
    const timer = setInterval(
      () => {
        if (progress() !== last || !behind()) {
          last = progress();
          moved = Date.now();
        } else if (Date.now() - moved > stallMs) {
          reject(new Stalled(stallMs, trouble?.() ?? null));
        }
      },
      Math.min(CHECK_MS, stallMs),
    );
    over.signal.addEventListener("abort", () => {
      clearInterval(timer);
    });
  });
  try {
    await Promise.race([running, stalled]);
  } finally {
    over.abort();
    running.catch(() => undefined);
  }
}
