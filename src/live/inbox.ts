import type { BlockContext } from "../domain/listChange.ts";
import type { Parts } from "./change.ts";

/** Limits the memory of waiting changes. The subscriptions of a connection share one. */
export class MemoryBudget {
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

/** Queue of changes for a subscriber. When it is full, it drops all changes, and the subscriber reads the log instead. */
export class Inbox {
  /** The context of the newest change that was queued. */
  context: BlockContext;
  /** When a change was last queued, as performance.now(). */
  lastPushAt = performance.now();
  readonly #budget: MemoryBudget;
  #waiting: Delivery[] = [];
  #size = 0;
  #isBehind = false;
  /** Whether it dropped changes because it was full. */
  isOverrun = false;
  #failure: Error | null = null;
  #wake: (() => void) | null = null;

  constructor(context: BlockContext, budget: MemoryBudget) {
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
    this.lastPushAt = performance.now();
    this.#wake?.();
  }

  /** Makes the subscriber read the log from its last change on. */
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
