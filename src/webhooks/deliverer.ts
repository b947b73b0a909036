import { setTimeout as sleep } from "node:timers/promises";
import type { ListChanges } from "../domain/listChange.ts";
import type { Webhook, WebhookState } from "../store/webhooks/rows.ts";
import { Delivery, type DeliveryParts } from "./delivery.ts";
import type { Poster } from "./post.ts";
import { RETRIES, type RetryPlan } from "./retries.ts";
import { SavedStates, type SaveStates } from "./savedStates.ts";
import { ConcurrencyLimit } from "./concurrencyLimit.ts";
import { type WebhookCounts, noWebhooks } from "../domain/webhookCounts.ts";

export interface DelivererOptions {
  /** The webhooks in the store. */
  readonly list: () => Promise<readonly Webhook[]>;
  readonly changes: ListChanges;
  readonly save: SaveStates;
  readonly poster: Poster;
  readonly version: string;
  /** Logs one line for the operator. */
  readonly warn: (text: string) => void;
  readonly retries?: RetryPlan;
  readonly lookEveryMs?: number;
}

const MAX_IN_FLIGHT = 256;
const MAX_RETRIES_IN_FLIGHT = 64;
const LOOK_EVERY_MS = 1_000;

interface Running {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Delivers to all webhooks, and looks for webhooks that were added or removed. */
export class Deliverer {
  readonly counts: WebhookCounts = noWebhooks();
  readonly #options: DelivererOptions;
  readonly #parts: DeliveryParts;
  readonly #running = new Map<string, Running>();

  constructor(options: DelivererOptions) {
    const { changes, poster, save, version, retries = RETRIES } = options;
    this.#options = options;
    this.#parts = {
      ...{ changes, poster, version, retries },
      states: new SavedStates(save),
      limit: new ConcurrencyLimit(MAX_IN_FLIGHT),
      retryLimit: new ConcurrencyLimit(MAX_RETRIES_IN_FLIGHT),
      onAttempt: (delivered) => {
        this.counts[delivered ? "delivered" : "failed"]++;
      },
      onStateChange: (hook, state) => {
        options.warn(describeState(hook, state));
      },
    };
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { list, lookEveryMs = LOOK_EVERY_MS } = this.#options;
    while (!signal.aborted) {
      try {
        this.#update(await list());
      } catch {
        // The store may answer next time.
      }
      await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
    }
    await Promise.all([...this.#running.keys()].map((id) => this.#end(id)));
  }

  #update(hooks: readonly Webhook[]): void {
    const on = hooks.filter(({ state }) => !state.isOff);
    const ids = new Set(on.map(({ id }) => id));
    for (const id of this.#running.keys()) if (!ids.has(id)) void this.#end(id);
    for (const hook of on) if (!this.#running.has(hook.id)) this.#begin(hook);
    this.counts.on = on.filter(({ state }) => state.failures === 0).length;
    this.counts.failing = on.length - this.counts.on;
    this.counts.off = hooks.length - on.length;
  }

  #begin(hook: Webhook): void {
    const stop = new AbortController();
    const delivery = new Delivery(hook, this.#parts, stop.signal);
    const ended = delivery.run().finally(() => {
      this.#running.delete(hook.id);
    });
    this.#running.set(hook.id, { stop, ended });
  }

  async #end(id: string): Promise<void> {
    const running = this.#running.get(id);
    running?.stop.abort();
    await running?.ended;
  }
}

/** Names only the host, because the path of a receiver is often its password. */
function describeState({ id, url }: Webhook, state: WebhookState): string {
  const name = `webhook  ${id} to ${new URL(url).host}`;
  if (state.isOff) return `${name} is switched off: ${state.trouble ?? ""}`;
  if (state.failures > 0) return `${name} fails: ${state.trouble ?? ""}`;
  return `${name} works again`;
}
