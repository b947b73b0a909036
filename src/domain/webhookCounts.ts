/** The state of the webhooks, for metrics. */
export interface WebhookCounts {
  /** Webhooks whose last attempt succeeded, those that are tried again, and those that are switched off. */
  on: number;
  failing: number;
  off: number;
  /** Attempts, by outcome. */
  delivered: number;
  failed: number;
}

export function noWebhooks(): WebhookCounts {
  return { on: 0, failing: 0, off: 0, delivered: 0, failed: 0 };
}
