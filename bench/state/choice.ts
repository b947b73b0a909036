import type { Random } from "../../test/model/random.ts";

/**
 * Chooses one of `count` keys: in a quarter of cases the busiest key (number 0), in four tenths by popularity
 * (log-uniform, that is Zipf with exponent 1), otherwise evenly. This gives one list with a quarter of all items, some
 * long ones, and a tail of short ones.
 */
export function zipfLike(random: Random, count: number): number {
  const tickSnapshot = random.next();
  if (tickSnapshot < 0.25) return 0;
  if (tickSnapshot < 0.65)
    return Math.min(count - 1, Math.floor(count ** random.next()));
  return random.below(count);
}
