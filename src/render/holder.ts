import { encodeBase58 } from "../codecs/base58.ts";
import { leadingU64 } from "../codecs/bigEndian.ts";
import type { Address } from "../domain/values.ts";

export function renderHolder(owner: Address, balance: bigint | number): string {
  return `{"owner":"${encodeBase58(owner)}","balance":${balance}}`;
}

/** A holder's item follows from its position in the list: balance ‖ owner. */
export function renderHolderAt(position: Uint8Array): string {
  return renderHolder(position.subarray(8) as Address, leadingU64(position));
}
