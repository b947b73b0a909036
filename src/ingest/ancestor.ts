import type { Slot } from "../domain/values.ts";
import type { Head } from "../store/write/head.ts";

/**
 * The newest of `ours` (newest first) that is on the chain, or null. If a block is on the chain, so are all before it.
 * A search with doubling steps, then by bisection, needs few requests, and the fewest for shallow forks.
 */
export async function findAncestor(
  ours: readonly Head[],
  blockhashAt: (slot: Slot) => Promise<string | null>,
): Promise<Head | null> {
  const isOnChain = async ({ slot, blockhash }: Head): Promise<boolean> =>
    (await blockhashAt(slot)) === blockhash;
  let off = -1; // oldest known to be off the chain
  let on = 0; // candidate to be on it
  while (on < ours.length && !(await isOnChain(ours[on]!))) {
    off = on;
    on = 2 * on + 1;
  }
  on = Math.min(on, ours.length);
  while (on - off > 1) {
    const middle = (on + off) >> 1;
    if (await isOnChain(ours[middle]!)) on = middle;
    else off = middle;
  }
  return ours[on] ?? null;
}
