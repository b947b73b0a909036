import type { MaybePromise } from "./maybePromise.ts";
import type { Slot } from "../domain/values.ts";

/** Polling interval while a request waits and new blocks are not announced. */
const LOOK_EVERY_MS = 10;

/** The newest slot that can be read from a store. */
export interface NewestSlot {
  /** The newest known slot. */
  known(): Slot;
  /** Looks for a newer one. */
  refresh(): MaybePromise<unknown>;
  /** Whether `look` is called after each new block, which makes polling unnecessary. */
  isAnnounced(): boolean;
}

interface Waiting {
  readonly slot: Slot;
  readonly resolve: () => void;
}

/** Callers wait here until a slot can be read. Polls for new blocks only while a caller waits. */
export class SlotWatch {
  readonly #newest: NewestSlot;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | null = null;

  constructor(newest: NewestSlot) {
    this.#newest = newest;
  }

  /** The newest known slot. */
  known(): Slot {
    return this.#newest.known();
  }

  /** Looks for a newer one. */
  async refresh(): Promise<void> {
    await this.#newest.refresh();
  }

  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Resolves when this slot or a later one can be read; rejects with the signal's reason when it aborts. */
  async reaches(slot: Slot, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const waiting = {
      slot,
      resolve: () => {
        resolve(undefined);
      },
    };
    const leave = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", leave, { once: true });
    this.#waiting.add(waiting);
    this.#timer ??= setInterval(() => {
      if (!this.#newest.isAnnounced()) this.look();
    }, LOOK_EVERY_MS);
    this.look();
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", leave);
      this.#waiting.delete(waiting);
      if (this.#waiting.size === 0) this.#stop();
    }
  }

  /** Call it when blocks may have been written. */
  look(): void {
    if (!this.isAwaited) return;
    // If the store fails, the read that follows the wait reports the error.
    this.refresh()
      .then(() => {
        this.answer();
      })
      .catch(() => undefined);
  }

  /** Resolves the waits whose slot can be read; `announced` can be read as well. */
  answer(announced: Slot = 0): void {
    if (!this.isAwaited) return;
    const known = Math.max(this.known(), announced);
    for (const { slot, resolve } of this.#waiting) if (slot <= known) resolve();
  }

  #stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }
}
