import type { Address, Slot } from "../../domain/values.ts";
import type { Changes } from "../write/changes.ts";
import { holderPosition } from "../schema/positions.ts";
import { holders } from "../schema/tables.ts";
import { type Lifetime, lifetimeOf } from "./lifetimes.ts";
import { addPastRow, type Place, removePastRow } from "./pastRows.ts";

/** The change of a balance by a block; never 0. */
export interface BlockChange {
  readonly slot: Slot;
  readonly change: bigint;
}

/** A former balance of an owner, with its slots. */
export interface PastBalance {
  readonly balance: bigint;
  readonly lifetime: Lifetime;
}

export interface BalanceLine {
  /** The slot since which the current balance holds; 0 if unknown. */
  readonly since: Slot;
  readonly past: readonly PastBalance[];
}

/** The balances between the blocks that changed it, derived backwards from the current one. */
export function balanceLine(
  now: bigint,
  blocks: readonly BlockChange[],
): BalanceLine {
  const past: PastBalance[] = [];
  let balance = now;
  for (let i = blocks.length - 1; i >= 0; i--) {
    balance -= blocks[i]!.change;
    const since = blocks[i - 1]?.slot ?? 0;
    const lifetime = lifetimeOf(since, blocks[i]!.slot);
    if (balance > 0n && lifetime) past.push({ balance, lifetime });
  }
  return { since: blocks.at(-1)?.slot ?? 0, past };
}

/** An owner of a mint. */
export interface Holder {
  readonly owner: Address;
  readonly mint: Address;
}

export function addPastHolder(
  changes: Changes,
  holder: Holder,
  { balance, lifetime }: PastBalance,
): void {
  addPastRow(changes, placeOf(holder, balance), lifetime);
}

export function removePastHolder(
  changes: Changes,
  holder: Holder,
  { balance, lifetime }: PastBalance,
): void {
  removePastRow(changes, placeOf(holder, balance), lifetime);
}

export function placeOf({ owner, mint }: Holder, balance: bigint): Place {
  return [holders, mint, holderPosition(balance, owner)];
}
