// The position of an item in its list, as bytes that sort in the order of the list.
import { encodeU64, MAX_U64 } from "../../codecs/bigEndian.ts";
import type { TokenData } from "../../domain/account.ts";
import type { Address, Hash, Signature, Slot } from "../../domain/values.ts";

export function tokenPosition(token: TokenData, hash: Hash): Uint8Array {
  return Buffer.concat([token.mint, hash]);
}

export function transactionPosition(
  slot: Slot,
  signature: Signature,
): Uint8Array {
  return Buffer.concat([encodeU64(BigInt(slot)), signature]);
}

/** `place` counts the compression transactions of the block. */
export function placePosition(slot: Slot, place: number): Uint8Array {
  const position = Buffer.allocUnsafe(12);
  position.writeBigUInt64BE(BigInt(slot));
  position.writeUInt32BE(place, 8);
  return position;
}

export function slotPosition(slot: Slot): Uint8Array {
  return encodeU64(BigInt(slot));
}

/** No real balance exceeds u64. One that would is listed first, and several of them in the order of their owners. */
export function holderPosition(balance: bigint, owner: Address): Uint8Array {
  return Buffer.concat([
    encodeU64(balance > MAX_U64 ? MAX_U64 : balance),
    owner,
  ]);
}
