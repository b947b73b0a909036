// The layout of a token account on chain: mint 32, owner 32, amount u64, delegate (u32 tag, 32), state u8,
// native reserve (u32 tag, u64), delegated amount u64, close authority (u32 tag, 32). Integers little-endian.
import type { TokenData } from "../../domain/account.ts";

const TOKEN_ACCOUNT_BYTES = 165;
const OWNER_AT = 32;
export const AMOUNT_AT = 64;
const DELEGATE_AT = 72;
const STATE_AT = 108;
const DELEGATED_AT = 121;
const FROZEN = 2;

/** A compressed token account in the on-chain layout. */
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
  bytes[STATE_AT] = token.state === "frozen" ? FROZEN : 1;
  return bytes;
}

/** The fields that are summed over accounts of one owner and mint. */
export interface TokenBalance {
  readonly amount: bigint;
  readonly delegate: Uint8Array | null;
  /** How much of the amount the delegate may spend. */
  readonly delegated: bigint;
  readonly frozen: boolean;
}

/** Parses an on-chain token account, or returns null for any other data. */
export function readTokenAccount(
  data: Uint8Array,
): (TokenBalance & { readonly mint: Uint8Array }) | null {
  if (data.length < TOKEN_ACCOUNT_BYTES) return null;
  const state = data[STATE_AT]!;
  if (state < 1 || state > FROZEN) return null;
  const view = viewOf(data);
  const isDelegated = view.readUInt32LE(DELEGATE_AT) === 1;
  return {
    mint: data.subarray(0, 32),
    amount: view.readBigUInt64LE(AMOUNT_AT),
    delegate: isDelegated
      ? data.subarray(DELEGATE_AT + 4, DELEGATE_AT + 36)
      : null,
    delegated: view.readBigUInt64LE(DELEGATED_AT),
    frozen: state === FROZEN,
  };
}

/** The same account, without extensions, with another balance. */
export function withBalance(
  data: Uint8Array,
  { amount, delegate, delegated, frozen }: TokenBalance,
): Uint8Array {
  const bytes = Buffer.from(data.subarray(0, TOKEN_ACCOUNT_BYTES));
  bytes.writeBigUInt64LE(amount, AMOUNT_AT);
  bytes.fill(0, DELEGATE_AT, STATE_AT);
  if (delegate) {
    bytes.writeUInt32LE(1, DELEGATE_AT);
    bytes.set(delegate, DELEGATE_AT + 4);
  }
  bytes[STATE_AT] = frozen ? FROZEN : 1;
  bytes.writeBigUInt64LE(delegate ? delegated : 0n, DELEGATED_AT);
  return bytes;
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
