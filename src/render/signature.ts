import { encodeBase58 } from "../codecs/base58.ts";
import type { Signature, Slot } from "../domain/values.ts";

/** A node that does not know a block's time gives 0: clients insist on an integer. */
export function renderSignature(
  signature: Signature,
  slot: Slot,
  blockTime: number | null,
): string {
  return `{"signature":"${encodeBase58(signature)}","slot":${slot},"blockTime":${blockTime ?? 0}}`;
}
