import type { WebhookState } from "../store/webhooks/rows.ts";

export interface RetryPlan {
  readonly firstMs: number;
  readonly longestMs: number;
  /** A webhook is switched off once it has failed for this long… */
  readonly giveUpSeconds: number;
  /** …and this often, because the service itself may have been down. */
  readonly leastFailures: number;
}

export const RETRIES: RetryPlan = {
  firstMs: 1_000,
  longestMs: 15 * 60_000,
  giveUpSeconds: 86_400,
  leastFailures: 10,
};

/** Doubles with each failure. Random jitter keeps receivers behind one host from being tried all at once. */
export function pauseBeforeRetry(
  { firstMs, longestMs }: RetryPlan,
  failures: number,
): number {
  const pause = Math.min(firstMs * 2 ** (failures - 1), longestMs);
  return pause * (0.9 + 0.2 * Math.random());
}

const GONE = 410;

/** The state after another failed attempt; switched off if it is to be the last one. */
export function failed(
  state: WebhookState,
  trouble: string,
  status: number | null,
  plan: RetryPlan,
  now = Math.floor(Date.now() / 1000),
): WebhookState {
  const failures = state.failures + 1;
  const failingSince = state.failingSince ?? now;
  const isOff =
    status === GONE ||
    (now - failingSince >= plan.giveUpSeconds &&
      failures >= plan.leastFailures);
  return { ...state, failures, failingSince, trouble, isOff };
}

/** The state after a success. */
export function working(state: WebhookState): WebhookState {
  return { ...state, failures: 0, failingSince: null, trouble: null };
}
