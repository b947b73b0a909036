import type { BlockHeader } from "../../domain/block.ts";
import { DEFAULT_SLOT_MS, type LagBound } from "../../domain/lag.ts";

/** The newest block a server has; slot 0 when it has none, or never answered. */
export type SeenHead = Pick<BlockHeader, "slot" | "blockTime">;

/** Whether a server is close enough to the newest one. Seconds are between the times of their newest blocks. */
export function keepsUp(
  head: SeenHead,
  newest: SeenHead,
  bound: LagBound,
): boolean {
  const slots = newest.slot - head.slot;
  if ("slots" in bound) return slots <= bound.slots;
  const seconds =
    head.blockTime === null || newest.blockTime === null
      ? (slots * DEFAULT_SLOT_MS) / 1000
      : newest.blockTime - head.blockTime;
  return seconds <= bound.seconds;
}
