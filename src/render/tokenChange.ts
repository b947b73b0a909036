import { encodeBase58 } from "../codecs/base58.ts";
import type { Address } from "../domain/values.ts";

/**
 * The item up to the change, which the engine adds with the balance: those may still change, and are needed by
 * themselves. `transaction` is its item in the lists of signatures.
 */
export function renderTokenChange(
  transaction: string,
  owner: Address,
  mint: Address,
): string {
  return `${transaction.slice(0, -1)},"owner":"${encodeBase58(owner)}","mint":"${encodeBase58(mint)}","change":`;
}
