import type { BlockHeader } from "../domain/block.ts";
import { DEFAULT_SLOT_MS } from "../domain/lag.ts";

export type TimedBlock = Pick<BlockHeader, "slot" | "blockTime">;

/** Slots between the two compared blocks: 200 s at 200 ms each. */
export const SLOT_WINDOW = 1_000;
/** Block times are whole seconds: over a minute, the error is below 2 %. */
const LEAST_SECONDS = 60;
/** Bounds the result against a chain that stood still or a wrong clock. */
const SHORTEST_MS = 100;
const LONGEST_MS = 1_000;
/** A chain with longer slots is polled no less often, so that a block is not found half a second late. */
const LONGEST_POLL_MS = DEFAULT_SLOT_MS;

/** The duration of a slot, measured from the times of blocks. */
export class SlotTime {
  #milliseconds = DEFAULT_SLOT_MS;

  get milliseconds(): number {
    return this.#milliseconds;
  }

  /** The interval at which to ask a node for new blocks. Asking twice in a slot finds nothing new. */
  get pollMs(): number {
    return Math.min(this.#milliseconds, LONGEST_POLL_MS);
  }

  /** Ignores two blocks that are too close to each other. */
  measure(older: TimedBlock, newer: TimedBlock): void {
    if (older.blockTime === null || newer.blockTime === null) return;
    const seconds = newer.blockTime - older.blockTime;
    const slots = newer.slot - older.slot;
    if (seconds < LEAST_SECONDS || slots <= 0) return;
    const measured = (seconds * 1000) / slots;
    this.#milliseconds = Math.min(Math.max(measured, SHORTEST_MS), LONGEST_MS);
  }
}
