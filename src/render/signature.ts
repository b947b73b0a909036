import { encodeBase58 } from "../codecs/base58.ts";
import type { Signature, Slot } from "../domain/values.ts";

/** 0 if the node does not know the block's time, because clients require an integer. */
export function renderSignature(
  signature: Signature,
  slot: Slot,
  blockTime: number | null,
): string {
  return `{"signature":"${encodeBase58(signature)}","slot":${slot},"blockTime":${blockTime ?? 0}}`;
}
