import { sameBytes } from "../../codecs/bytes.ts";
import type { Reading } from "../connection.ts";
import {
  type FilterIndex,
  IndexState,
  listFilterIndexes,
} from "./definition.ts";

const FRESH_MS = 10_000;

/**
 * The indexes used recently, so that a page need not look up its index first. An index may be dropped at any time, and on
 * a standby it may not be ready yet, so each statement that uses one checks that it is ready.
 */
export class ReadyIndexes {
  #ready: readonly FilterIndex[] = [];
  #asOf = -Infinity;

  /** The longest known index of the owner that `fits`. */
  known(
    owner: Uint8Array,
    fits: (index: FilterIndex) => boolean,
  ): FilterIndex | undefined {
    if (performance.now() - this.#asOf > FRESH_MS) return undefined;
    return this.#ready.find(
      (index) => sameBytes(index.owner, owner) && fits(index),
    );
  }

  /** Looked up if no index is known: the lookup is cheap compared with the scan it may avoid. */
  async look(reading: Reading): Promise<void> {
    const asOf = performance.now();
    this.#ready = (await listFilterIndexes(reading))
      .filter(({ state }) => state === IndexState.Ready)
      .sort((a, b) => b.length - a.length);
    this.#asOf = asOf;
  }
}
