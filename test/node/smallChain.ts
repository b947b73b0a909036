import { blockhashOf } from "../encoder/block.ts";
import type { NodeBlock } from "./simulatedNode.ts";

/** A chain of blocks without transactions at these slots, to test how blocks link up. */
export function smallChain(slots: readonly number[]): NodeBlock[] {
  return slots.map((slot, i) => {
    const parentSlot = slots[i - 1] ?? Math.max(slot - 1, 0);
    return {
      slot,
      block: {
        blockhash: blockhashOf(slot),
        previousBlockhash: blockhashOf(parentSlot),
        parentSlot,
        blockHeight: i,
        blockTime: 1_750_000_000 + slot,
        transactions: [],
      },
    };
  });
}
