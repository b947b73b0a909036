import { setTimeout as sleep } from "node:timers/promises";
import { NodeUnreachable } from "./jsonRpc.ts";

export interface RetryPolicy {
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** Gives up after this time; the default is never. */
  readonly giveUpAfterMs?: number;
  /** Returns true for errors that a retry cannot cure. */
  readonly isFinal?: (error: unknown) => boolean;
  readonly onRetry?: (error: Error, pauseMs: number) => void;
}

/** Retries with growing pauses. Random jitter keeps parallel requests from retrying all at once. */
export async function retrying<T>(
  attempt: () => Promise<T>,
  policy: RetryPolicy,
  signal: AbortSignal,
): Promise<T> {
  const started = Date.now();
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const pause = pauseAfter(error, failures, policy);
      const late = Date.now() + pause - started;
      if (policy.isFinal?.(error) || late > (policy.giveUpAfterMs ?? Infinity))
        throw error;
      policy.onRetry?.(error as Error, pause);
      await sleep(pause, undefined, { signal });
    }
  }
}

export function pauseAfter(
  error: unknown,
  failures: number,
  {
    firstPauseMs,
    longestPauseMs,
  }: Pick<RetryPolicy, "firstPauseMs" | "longestPauseMs">,
): number {
  const asked = error instanceof NodeUnreachable ? error.retryAfterMs : 0;
  const grown = Math.min(firstPauseMs * 2 ** failures, longestPauseMs);
  return Math.max(asked, grown * (0.75 + Math.random() / 2));
}
