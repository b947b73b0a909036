import type { Direction } from "../dialect.ts";
import type { PageRequest } from "../page.ts";
import { END, firstAfterPrefix } from "../read/pages/definePages.ts";

/** Positions from `low` up to, but not including, `high`. */
export interface Interval {
  readonly low: Uint8Array;
  readonly high: Uint8Array;
}

const START = new Uint8Array(0);
const ZERO = new Uint8Array(1);

/** The smallest position after this one. */
const next = (position: Uint8Array) => Buffer.concat([position, ZERO]);

/** The rest of the list for this page and later ones. */
export function intervalOf(
  { prefix, after }: Pick<PageRequest, "prefix" | "after">,
  direction: Direction,
): Interval {
  const whole = {
    low: prefix ?? START,
    high: prefix ? firstAfterPrefix(prefix) : END,
  };
  return after ? restAfter(whole, after, direction) : whole;
}

/** The part that comes after a position in the order of the list. */
export function restAfter(
  { low, high }: Interval,
  position: Uint8Array,
  direction: Direction,
): Interval {
  if (direction === "desc") return { low, high: smaller(high, position) };
  return { low: larger(low, next(position)), high };
}

/** The part up to a position, which it includes. */
export function partUpTo(
  { low, high }: Interval,
  position: Uint8Array,
  direction: Direction,
): Interval {
  return direction === "asc"
    ? { low, high: smaller(high, next(position)) }
    : { low: larger(low, position), high };
}

function smaller(a: Uint8Array, b: Uint8Array): Uint8Array {
  return Buffer.compare(a, b) <= 0 ? a : b;
}

function larger(a: Uint8Array, b: Uint8Array): Uint8Array {
  return Buffer.compare(a, b) >= 0 ? a : b;
}
