import type { TokenData } from "../../src/domain/account.ts";

/** Token data as the token program lays it out; the inverse of what the decoder reads. */
export function encodeTokenData(token: TokenData): Uint8Array {
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64LE(token.amount);
  return Buffer.concat([
    token.mint,
    token.owner,
    amount,
    token.delegate
      ? Buffer.concat([Buffer.of(1), token.delegate])
      : Buffer.of(0),
    Buffer.of(token.state === "frozen" ? 1 : 0),
    token.tlv ? Buffer.concat([Buffer.of(1), token.tlv]) : Buffer.of(0),
  ]);
}
