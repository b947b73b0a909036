// Finds the past rows that existed at a slot. Each row is stored under one slot of its lifetime, so that the rows of
// any slot are found under a few dozen of these (a relational interval tree). Under each slot, rows are kept apart by
// how long they lived: those that cannot have lived up to the requested slot are not read.
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

/** A node is a slot and the number of bits of a length, which is below this. */
const LENGTHS = 64;

/** The nodes at a slot or after it are at this number or above. */
export function firstNodeOf(slot: Slot): number {
  return slot * LENGTHS;
}

/** The slot of the lifetime that the highest power of two divides, with the lifetime's length. */
export function nodeOf({ since, until }: Lifetime): number {
  return firstNodeOf(middleOf(since, until - 1)) + bitsOf(until - since);
}

function middleOf(first: Slot, last: Slot): Slot {
  if (first === 0) return 0;
  let middle = last;
  for (let power = 2; last - (last % power) >= first; power *= 2)
    middle = last - (last % power);
  return middle;
}

/** The nodes of all lifetimes that include `slot` and ended at `head` or before. */
export function nodesAround(slot: Slot, head: Slot): number[] {
  const nodes = nodesAt(0, slot, head);
  for (let power = 1; power <= head; power *= 2) {
    const below = slot - (slot % power);
    const longest = Math.min(2 * power - 1, head);
    if ((below / power) % 2 === 1) nodes.push(...nodesAt(below, slot, longest));
    else if (below < slot && below + power <= head)
      nodes.push(...nodesAt(below + power, slot, longest));
  }
  return nodes;
}

/** The nodes at `middle` of the lifetimes that are long enough to include another slot, too. */
function nodesAt(middle: Slot, slot: Slot, longest: number): number[] {
  const nodes: number[] = [];
  const most = bitsOf(longest);
  for (let bits = bitsOf(Math.abs(slot - middle) + 1); bits <= most; bits++)
    nodes.push(firstNodeOf(middle) + bits);
  return nodes;
}

function bitsOf(length: number): number {
  let bits = 0;
  for (let rest = length; rest >= 1; rest /= 2) bits++;
  return bits;
}
