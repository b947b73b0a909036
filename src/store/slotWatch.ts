import type { MaybePromise } from "./page.ts";
import type { Slot } from "../domain/values.ts";

/** How often to look for new blocks while somebody waits and nothing announces them. */
const LOOK_EVERY_MS = 10;

/** What a store knows about the newest slot that can be read from it. */
export interface NewestSlot {
  /** The newest slot that is known to be there. */
  known(): Slot;
  /** Looks whether there is a newer one. */
  refresh(): MaybePromise<unknown>;
  /** Whether `look` is called after each new block, so that looking at intervals is not needed. */
  isAnnounced(): boolean;
}

interface Waiting {
  readonly slot: Slot;
  readonly resolve: () => void;
}

/** Lets callers wait until a slot can be read. Looks for new blocks only while somebody waits. */
export class SlotWatch {
  readonly #newest: NewestSlot;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | null = null;

  constructor(newest: NewestSlot) {
    this.#newest = newest;
  }

  /** The newest slot that is known to be there. */
  known(): Slot {
    return this.#newest.known();
  }

  /** Looks whether there is a newer one. */
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
    // A store that fails shows its error to the read that comes after the wait.
    this.refresh()
      .then(() => {
        this.answer();
      })
      .catch(() => undefined);
  }

  /** Answers those whose slot is known to be there: `announced` is, too. */
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
