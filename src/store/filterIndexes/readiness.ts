import { sameBytes } from "../../codecs/bytes.ts";
import type { Reading } from "../connection.ts";
import {
  type FilterIndex,
  IndexState,
  listFilterIndexes,
} from "./definition.ts";

const FRESH_MS = 10_000;

/**
 * The indexes that answered lately, so that a page need not look for its index first. An index may be dropped at any
 * time, and a standby may still be building one: who uses it asks in the same statement whether it is ready there.
 */
export class ReadyIndexes {
  #ready: readonly FilterIndex[] = [];
  #asOf = -Infinity;

  /** The longest of the owner's indexes that `fits`, if one is known of. */
  known(
    owner: Uint8Array,
    fits: (index: FilterIndex) => boolean,
  ): FilterIndex | undefined {
    if (performance.now() - this.#asOf > FRESH_MS) return undefined;
    return this.#ready.find(
      (index) => sameBytes(index.owner, owner) && fits(index),
    );
  }

  /** Costs little beside the scan it may save, so whoever knows of no index looks. */
  async look(reading: Reading): Promise<void> {
    const asOf = performance.now();
    this.#ready = (await listFilterIndexes(reading))
      .filter(({ state }) => state === IndexState.Ready)
      .sort((a, b) => b.length - a.length);
    this.#asOf = asOf;
  }
}
