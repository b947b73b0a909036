import { encodeBase58 } from "../codecs/base58.ts";
import type { Address } from "../domain/values.ts";

export function renderHolder(owner: Address, balance: bigint | number): string {
  return `{"owner":"${encodeBase58(owner)}","balance":${balance}}`;
}
