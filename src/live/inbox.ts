import type { BlockContext } from "../domain/listChange.ts";
import type { Parts } from "./change.ts";

/** Memory for changes that wait to be taken, shared by the subscriptions of a connection. */
export class Budget {
  readonly most: number;
  used = 0;

  constructor(most: number) {
    this.most = most;
  }
}

/** The change of one log entry. */
export interface Delivery {
  readonly number: number;
  readonly parts: Parts;
}

/** Changes that wait for a subscriber. At its bound it drops them: the subscriber then reads them from the log. */
export class Inbox {
  /** The newest context that the subscriber has or will get. */
  context: BlockContext;
  /** When it last got something, as performance.now(). */
  since = performance.now();
  readonly #budget: Budget;
  #waiting: Delivery[] = [];
  #size = 0;
  #isBehind = false;
  /** Whether it is behind because too much waited for it. */
  isOverrun = false;
  #failure: Error | null = null;
  #wake: (() => void) | null = null;

  constructor(context: BlockContext, budget: Budget) {
    this.context = context;
    this.#budget = budget;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  push(delivery: Delivery): void {
    if (this.#isBehind || this.#failure) return;
    const size = sizeOf(delivery);
    if (this.#budget.used + size > this.#budget.most && !this.isEmpty) {
      this.isOverrun = true;
      this.fallBehind();
      return;
    }
    this.#waiting.push(delivery);
    this.#resize(size);
    this.context = delivery.parts.at(-1)!.context;
    this.since = performance.now();
    this.#wake?.();
  }

  /** The subscriber has to read the log from its last change on. */
  fallBehind(): void {
    this.#isBehind = true;
    this.#empty();
    this.#wake?.();
  }

  fail(failure: Error): void {
    this.#failure = failure;
    this.#empty();
    this.#wake?.();
  }

  /** The next change, or null if the subscriber is behind. Throws when following has failed, or the signal aborts. */
  async take(signal: AbortSignal): Promise<Delivery | null> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#failure) throw this.#failure;
      if (this.#isBehind) return null;
      const next = this.#waiting.shift();
      if (next) {
        this.#resize(-sizeOf(next));
        return next;
      }
      await this.#woken(signal);
    }
  }

  /** Call it when the subscriber leaves. */
  close(): void {
    this.#isBehind = true;
    this.#empty();
  }

  #woken(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#wake = null;
        signal.removeEventListener("abort", wake);
        resolve();
      };
      this.#wake = wake;
      signal.addEventListener("abort", wake, { once: true });
    });
  }

  #empty(): void {
    this.#waiting = [];
    this.#resize(-this.#size);
  }

  #resize(by: number): void {
    this.#size += by;
    this.#budget.used += by;
  }
}

function sizeOf({ parts }: Delivery): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}
