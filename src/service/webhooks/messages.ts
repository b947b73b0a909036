import type { SavedState } from "../../store/webhooks/changes.ts";
import type { WebhookCounts } from "../../domain/webhookCounts.ts";
import type { ReporterCall } from "../indexing/messages.ts";

/** The data that the thread starts with. */
export interface WebhookSettings {
  /** Of the store. */
  readonly url: string;
}

/** To the thread. */
export type WebhookCommand =
  /** The answer to `save`: the ids that were left out, or null if saving failed. */
  | {
      readonly kind: "saved";
      readonly callId: number;
      readonly left: readonly string[] | null;
    }
  | { readonly kind: "stop" };

/** From the thread. */
export type WebhookMessage =
  | {
      readonly kind: "save";
      readonly callId: number;
      readonly states: readonly SavedState[];
    }
  | { readonly kind: "counts"; readonly counts: WebhookCounts }
  | { readonly kind: "report"; readonly call: ReporterCall };
