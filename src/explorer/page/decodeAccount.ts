import { encodeBase58 } from "./base58.ts";
import type { Account, TokenData } from "./items.ts";

const TOKEN_PROGRAM = "cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m";
const TOKEN_DISCRIMINATORS: ReadonlySet<bigint> = new Set([
  2n,
  3n << 56n,
  4n << 56n,
]);

export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The token data of a token account; null for other accounts, and for data that cannot be read. */
export function decodeToken(account: Account): TokenData | null {
  const { owner, data } = account;
  if (owner !== TOKEN_PROGRAM || !data) return null;
  if (!TOKEN_DISCRIMINATORS.has(BigInt(data.discriminator))) return null;
  const bytes = bytesOf(data.data);
  const isDelegated = bytes[72] === 1;
  const stateAt = isDelegated ? 105 : 73;
  if (bytes.length <= stateAt) return null;
  return {
    mint: keyAt(bytes, 0),
    owner: keyAt(bytes, 32),
    amount: u64At(bytes, 64),
    delegate: isDelegated ? keyAt(bytes, 73) : null,
    state: bytes[stateAt] === 1 ? "frozen" : "initialized",
    tlv:
      bytes[stateAt + 1] === 1
        ? btoa(String.fromCharCode(...bytes.subarray(stateAt + 2)))
        : null,
  };
}

/** A compressed mint: the 82 bytes of a mint on chain, then what it stands for. */
export interface CompressedMint {
  readonly mint: string;
  readonly mintAuthority: string | null;
  readonly freezeAuthority: string | null;
  readonly supply: bigint;
  readonly decimals: number;
}

const MINT_KIND_AT = 165;
const MINT_KIND = 1;

export function decodeMint(account: Account): CompressedMint | null {
  const { owner, data } = account;
  if (owner !== TOKEN_PROGRAM || !data) return null;
  const bytes = bytesOf(data.data);
  if (bytes[MINT_KIND_AT] !== MINT_KIND || decodeToken(account)) return null;
  return {
    mint: keyAt(bytes, 84),
    mintAuthority: bytes[0] === 1 ? keyAt(bytes, 4) : null,
    freezeAuthority: bytes[46] === 1 ? keyAt(bytes, 50) : null,
    supply: u64At(bytes, 36),
    decimals: bytes[44]!,
  };
}

export function keyAt(bytes: Uint8Array, at: number): string {
  return encodeBase58(bytes.subarray(at, at + 32));
}

export function u64At(bytes: Uint8Array, at: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(at, true);
}
