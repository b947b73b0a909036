import type { BlockHeader } from "../domain/block.ts";
import { DEFAULT_SLOT_MS } from "../domain/lag.ts";

export type TimedBlock = Pick<BlockHeader, "slot" | "blockTime">;

/** Slots between the two blocks that are compared: 200 s at 200 ms each. */
export const SLOT_WINDOW = 1_000;
/** Block times are whole seconds: over a minute that is an error of less than 2 %. */
const LEAST_SECONDS = 60;
/** A chain that stood still, or a clock that was wrong, must not carry the result away. */
const SHORTEST_MS = 100;
const LONGEST_MS = 1_000;
/** A chain with long slots is asked no less often, so that a block is not found half a second late. */
const LONGEST_POLL_MS = DEFAULT_SLOT_MS;

/** How long a slot of the chain takes, measured from the times of its blocks. */
export class SlotTime {
  #milliseconds = DEFAULT_SLOT_MS;

  get milliseconds(): number {
    return this.#milliseconds;
  }

  /** How often to ask a node for new blocks. Asking twice in a slot finds nothing new. */
  get pollMs(): number {
    return Math.min(this.#milliseconds, LONGEST_POLL_MS);
  }

  /** Two blocks that are too close to each other change nothing. */
  measure(older: TimedBlock, newer: TimedBlock): void {
    if (older.blockTime === null || newer.blockTime === null) return;
    const seconds = newer.blockTime - older.blockTime;
    const slots = newer.slot - older.slot;
    if (seconds < LEAST_SECONDS || slots <= 0) return;
    const measured = (seconds * 1000) / slots;
    this.#milliseconds = Math.min(Math.max(measured, SHORTEST_MS), LONGEST_MS);
  }
}
