import { setTimeout as sleep } from "node:timers/promises";
import { pauseAfter } from "./source/retry.ts";

export interface Supervision {
  /** Grows whenever work gets done. */
  readonly progress: () => number;
  /** Whether there is work to do at the moment; idle at the tip is not stuck. */
  readonly behind: () => boolean;
  /** Failures that waiting may cure; all others end the work at once. */
  readonly mayPass: (error: unknown) => boolean;
  /** What stood in the way last, for whoever has to find out why nothing gets done. */
  readonly trouble?: () => string | null;
  readonly onRestart: (reason: Error, pauseMs: number) => void;
  readonly firstPauseMs?: number;
  /** Behind and without progress for this long, the work is stopped and started again. */
  readonly stallMs?: number;
  /** After failing for this long without any progress, the last failure ends it. */
  readonly giveUpAfterMs?: number;
}

/** The work neither ended nor went on. */
export class Stalled extends Error {
  override readonly name = "Stalled";
  constructor(ms: number, trouble: string | null) {
    const why = trouble === null ? "" : ` (${trouble})`;
    super(`nothing was indexed for ${ms / 1000} s${why}`);
  }
}

const CHECK_MS = 1_000;

/** Keeps the work going: restarts it when it fails for a reason that may pass, or gets stuck, and gives up aloud. */
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
      if (!(error instanceof Stalled) && !watch.mayPass(error)) throw error;
      if (watch.progress() !== before) {
        before = watch.progress();
        since = Date.now();
        failures = 0;
      }
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
