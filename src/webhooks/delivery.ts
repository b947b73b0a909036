import { setTimeout as sleep } from "node:timers/promises";
import type { ListChange, ListChanges } from "../domain/listChange.ts";
import { RpcError } from "../rpc/errors.ts";
import type { Webhook, WebhookState } from "../store/webhooks/rows.ts";
import { attempt, type Trouble } from "./attempt.ts";
import { isEmpty, renderMessage } from "./message.ts";
import type { Poster } from "./post.ts";
import {
  failed,
  pauseBeforeRetry,
  type RetryPlan,
  working,
} from "./retries.ts";
import type { SavedStates } from "./savedStates.ts";
import type { ConcurrencyLimit } from "./concurrencyLimit.ts";

export interface DeliveryParts {
  readonly changes: ListChanges;
  readonly poster: Poster;
  readonly states: SavedStates;
  readonly retries: RetryPlan;
  /** Limits the messages in flight. Receivers that failed last time have a limit of their own, because all of them may hang. */
  readonly limit: ConcurrencyLimit;
  readonly retryLimit: ConcurrencyLimit;
  readonly version: string;
  /** Called after each attempt. */
  readonly onAttempt: (delivered: boolean) => void;
  /** Called when a webhook begins to fail, works again or is switched off. */
  readonly onStateChange: (hook: Webhook, state: WebhookState) => void;
}

/** The stored state is not the one that this process started from. The webhook is read again. */
class StateConflict extends Error {}

/** Sends the changes of a list to one receiver, in order, until the signal aborts or the webhook is switched off. */
export class Delivery {
  readonly #hook: Webhook;
  readonly #parts: DeliveryParts;
  readonly #signal: AbortSignal;
  #state: WebhookState;

  constructor(hook: Webhook, parts: DeliveryParts, signal: AbortSignal) {
    this.#hook = hook;
    this.#state = hook.state;
    this.#parts = parts;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    for (let failures = 1; !this.#isOver(); failures++) {
      try {
        await this.#follow();
      } catch (error) {
        if (this.#isOver() || error instanceof StateConflict) return;
        if (isFinal(error)) {
          await this.#switchOff(error.message);
          return;
        }
        // For example, the store does not answer.
        await this.#pause(pauseBeforeRetry(this.#parts.retries, failures));
      }
    }
  }

  /** The position is saved before the next change is sent, so that a crash repeats the messages of one change at most. */
  async #follow(): Promise<void> {
    const { changes } = this.#parts;
    const { list } = this.#hook;
    const { position } = this.#state;
    let inParts = false;
    for await (const change of changes.follow(list, position, this.#signal)) {
      if (inParts || !isEmpty(change)) await this.#deliver(change);
      inParts = change.more;
      if (this.#isOver()) return;
      // Delivery cannot continue after a part of a change.
      if (!change.more) await this.#save({ position: change.context });
    }
  }

  async #deliver(change: ListChange): Promise<void> {
    const body = renderMessage(this.#hook.list, change);
    const id = `${this.#hook.id}-${change.id}`;
    while (!this.#isOver()) {
      const trouble = await this.#attempt(id, body);
      this.#parts.onAttempt(trouble === null);
      if (trouble === null) {
        this.#worked();
        return;
      }
      await this.#failed(trouble);
      if (!this.#state.isOff)
        await this.#pause(
          pauseBeforeRetry(this.#parts.retries, this.#state.failures),
        );
    }
  }

  #attempt(id: string, body: string): Promise<Trouble | null> {
    const { poster, limit, retryLimit, version } = this.#parts;
    const hook = this.#hook;
    const own = this.#state.failures > 0 ? retryLimit : limit;
    return own.run(
      () => attempt({ hook, id, body, version }, poster, this.#signal),
      this.#signal,
    );
  }

  /** The state is saved with the new position. */
  #worked(): void {
    if (this.#state.failures === 0) return;
    this.#state = working(this.#state);
    this.#parts.onStateChange(this.#hook, this.#state);
  }

  async #failed({ why, status }: Trouble): Promise<void> {
    const before = this.#state;
    const state = failed(before, why, status, this.#parts.retries);
    await this.#save(state);
    if (before.failures === 0 || state.isOff)
      this.#parts.onStateChange(this.#hook, state);
  }

  async #switchOff(trouble: string): Promise<void> {
    await this.#save({ trouble, isOff: true }).catch(() => undefined);
    if (this.#state.isOff) this.#parts.onStateChange(this.#hook, this.#state);
  }

  async #save(changed: Partial<WebhookState>): Promise<void> {
    const { id } = this.#hook;
    const before = this.#state.position;
    const state = { ...this.#state, ...changed };
    if (!(await this.#parts.states.save({ id, before, state })))
      throw new StateConflict();
    this.#state = state;
  }

  #isOver(): boolean {
    return this.#signal.aborted || this.#state.isOff;
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#signal }).catch(() => undefined);
  }
}

const FINAL = ["notKept", "invalidParams", "methodNotFound"];

/** Whether the list can no longer be followed from this position. */
function isFinal(error: unknown): error is RpcError {
  return error instanceof RpcError && FINAL.includes(error.name);
}
