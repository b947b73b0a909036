// The layout of a token account on chain: mint 32, owner 32, amount u64, delegate (u32 tag, 32), state u8,
// native reserve (u32 tag, u64), delegated amount u64, close authority (u32 tag, 32). Integers little-endian.
import type { TokenData } from "../domain/account.ts";

export const TOKEN_ACCOUNT_BYTES = 165;
const OWNER_AT = 32;
export const AMOUNT_AT = 64;
const DELEGATE_AT = 72;
export const STATE_AT = 108;

/** What a compressed token account would look like on chain. */
export function encodeTokenAccount(
  token: Pick<TokenData, "mint" | "owner" | "delegate" | "state">,
  amount: bigint,
): Uint8Array {
  const bytes = Buffer.alloc(TOKEN_ACCOUNT_BYTES);
  bytes.set(token.mint);
  bytes.set(token.owner, OWNER_AT);
  bytes.writeBigUInt64LE(amount, AMOUNT_AT);
  if (token.delegate) {
    bytes.writeUInt32LE(1, DELEGATE_AT);
    bytes.set(token.delegate, DELEGATE_AT + 4);
  }
  bytes[STATE_AT] = token.state === "frozen" ? 2 : 1;
  return bytes;
}

/** Mint and amount of a token account on chain, or null when the data is something else. */
export function readTokenAccount(
  data: Uint8Array,
): { readonly mint: Uint8Array; readonly amount: bigint } | null {
  if (data.length < TOKEN_ACCOUNT_BYTES) return null;
  const state = data[STATE_AT]!;
  if (state < 1 || state > 2) return null;
  return {
    mint: data.subarray(0, 32),
    amount: viewOf(data).readBigUInt64LE(AMOUNT_AT),
  };
}

/** The same account with another amount. */
export function withAmount(data: Uint8Array, amount: bigint): Uint8Array {
  const bytes = Buffer.from(data);
  bytes.writeBigUInt64LE(amount, AMOUNT_AT);
  return bytes;
}

function viewOf(data: Uint8Array): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.length);
}
