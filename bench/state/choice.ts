import type { Random } from "../../test/model/random.ts";

/**
 * Whose turn it is among `count` keys: a quarter of the time the busiest key's (number 0), four tenths by popularity
 * (log-uniform, which is Zipf with exponent 1), the rest evenly. So there is one list as long as a quarter of
 * everything, some long ones, and a tail of short ones.
 */
export function zipfLike(random: Random, count: number): number {
  const tickSnapshot = random.next();
  if (tickSnapshot < 0.25) return 0;
  if (tickSnapshot < 0.65)
    return Math.min(count - 1, Math.floor(count ** random.next()));
  return random.below(count);
}
