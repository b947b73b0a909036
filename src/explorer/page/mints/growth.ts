import type { TokenChange } from "../items.ts";

/** Supply and number of holders after the changes of a slot. */
export interface Moment {
  readonly slot: number;
  readonly supply: bigint;
  /** Null if a balance is not known. */
  readonly holders: number | null;
}

export interface Sums {
  readonly supply: bigint;
  readonly holders: number | null;
}

const NONE: Sums = { supply: 0n, holders: 0 };

/**
 * Supply and holders after each slot, oldest first, from changes of balances, newest first. They are added up from the
 * mint's first change if `changes` contains it, else counted back from `now`.
 */
export function growth(
  changes: readonly TokenChange[],
  now: Sums | null,
): readonly Moment[] {
  const all = changes.toReversed();
  const start = now === null ? NONE : minus(now, all.reduce(plus, NONE));
  const moments: Moment[] = [];
  let sums = start;
  for (const [at, change] of all.entries()) {
    sums = plus(sums, change);
    const slot = Number(change.slot);
    if (Number(all[at + 1]?.slot) !== slot) moments.push({ slot, ...sums });
  }
  return moments;
}

function plus({ supply, holders }: Sums, change: TokenChange): Sums {
  const by = BigInt(change.change);
  const step = holderStep(change);
  return {
    supply: supply + by,
    holders: holders === null || step === null ? null : holders + step,
  };
}

function minus(one: Sums, other: Sums): Sums {
  const isKnown = one.holders !== null && other.holders !== null;
  return {
    supply: one.supply - other.supply,
    holders: isKnown ? one.holders - other.holders : null,
  };
}

/** Whether the owner became a holder (1), stopped being one (-1), or neither. */
function holderStep({ change, balance }: TokenChange): number | null {
  if (balance === null) return null;
  const after = BigInt(balance);
  const before = after - BigInt(change);
  return Number(after > 0n) - Number(before > 0n);
}
