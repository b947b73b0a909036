// Finds the past rows that existed at a slot. Each row is stored under one slot of its lifetime, so that the rows of
// any slot are found under a few dozen of these, each in the order of the list (a relational interval tree).
import type { Slot } from "../../domain/values.ts";

/** Slots from `since` up to, but not including, `until`. */
export interface Lifetime {
  readonly since: Slot;
  readonly until: Slot;
}

/** Null for a row that was added and removed within a block: no slot shows it. */
export function lifetimeOf(since: Slot, until: Slot): Lifetime | null {
  return since < until ? { since, until } : null;
}

/** The slot of the lifetime that the highest power of two divides. */
export function nodeOf({ since, until }: Lifetime): Slot {
  const last = until - 1;
  if (since === 0) return 0;
  let node = last;
  for (let power = 2; last - (last % power) >= since; power *= 2)
    node = last - (last % power);
  return node;
}

/** The nodes of all lifetimes that include `slot` and ended at `head` or before. */
export function nodesAround(slot: Slot, head: Slot): Slot[] {
  const nodes = new Set([0]);
  for (let power = 1; power <= head; power *= 2) {
    const below = slot - (slot % power);
    if ((below / power) % 2 === 1) nodes.add(below);
    else if (below < slot && below + power <= head) nodes.add(below + power);
  }
  return [...nodes];
}
