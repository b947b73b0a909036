import { setTimeout as sleep } from "node:timers/promises";
import type { SavedState } from "../store/webhooks/changes.ts";

/** Returns the ids of webhooks that were not saved, because they were removed or another process has moved them on. */
export type SaveStates = (
  states: readonly SavedState[],
) => Promise<readonly string[]>;

/** Leaves time for blocks between two transactions. */
const PAUSE_MS = 20;

/** Saves the states of many webhooks together. A transaction for each message would delay blocks. */
export class SavedStates {
  readonly #save: SaveStates;
  #waiting: Waiting[] = [];
  #saving = false;

  constructor(save: SaveStates) {
    this.#save = save;
  }

  /** Resolves when the state is in the store, with false if it was left out. */
  save(state: SavedState): Promise<boolean> {
    const done = Promise.withResolvers<boolean>();
    this.#waiting.push({ state, done });
    if (!this.#saving) void this.#saveAll();
    return done.promise;
  }

  async #saveAll(): Promise<void> {
    this.#saving = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#saveBatch(batch);
      await sleep(PAUSE_MS);
    }
    this.#saving = false;
  }

  async #saveBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const left = await this.#save(batch.map(({ state }) => state));
      for (const { state, done } of batch)
        done.resolve(!left.includes(state.id));
    } catch (error) {
      for (const { done } of batch) done.reject(error);
    }
  }
}

interface Waiting {
  readonly state: SavedState;
  readonly done: PromiseWithResolvers<boolean>;
}
