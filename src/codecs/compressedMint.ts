import type { Account } from "../domain/account.ts";
import { asAddress, type Address } from "../domain/values.ts";
import { sameBytes } from "./bytes.ts";
import { COMPRESSED_TOKEN } from "./programs.ts";

/** Offsets in a compressed mint: the account's type, and the on-chain mint it represents. */
const KIND_AT = 165;
const MINT_KIND = 1;
const MINT_AT = 84;

/** The on-chain address of a compressed mint, or null if the account is not a mint. */
export function compressedMintOf({
  owner,
  data,
  token,
}: Pick<Account, "owner" | "data" | "token">): Address | null {
  if (!data || token || data.data[KIND_AT] !== MINT_KIND) return null;
  if (!sameBytes(owner, COMPRESSED_TOKEN)) return null;
  return asAddress(data.data.slice(MINT_AT, MINT_AT + 32));
}
