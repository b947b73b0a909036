import type {
  AccountData,
  TokenData,
  TokenState,
} from "../../domain/account.ts";
import type { Address } from "../../domain/values.ts";
import { sameBytes } from "../bytes.ts";
import { readAddress } from "./compressedAccount.ts";
import { COMPRESSED_TOKEN } from "../programs.ts";
import { ByteReader, DecodeError } from "../reader.ts";

/** The discriminators of token accounts; other accounts of the token program (mints) have other ones. */
export const TokenDiscriminator = {
  V1: 2n,
  V2: 3n << 56n,
  V3: 4n << 56n,
} as const;

const DISCRIMINATORS: ReadonlySet<bigint> = new Set(
  Object.values(TokenDiscriminator),
);

/** The token data of a token account, or null for other accounts. Throws if a token account cannot be parsed. */
export function parseTokenData(
  owner: Address,
  data: AccountData | null,
): TokenData | null {
  if (!data || !DISCRIMINATORS.has(data.discriminator)) return null;
  return sameBytes(owner, COMPRESSED_TOKEN) ? decodeTokenData(data.data) : null;
}

function decodeTokenData(bytes: Uint8Array): TokenData {
  const reader = new ByteReader(bytes);
  return {
    mint: reader.address(),
    owner: reader.address(),
    amount: reader.u64(),
    delegate: reader.option(readAddress),
    state: readState(reader),
    tlv: readTlv(reader),
  };
}

function readState(reader: ByteReader): TokenState {
  const state = reader.u8();
  if (state > 1) throw new DecodeError(`${state} is not a token account state`);
  return state === 1 ? "frozen" : "initialized";
}

/** All bytes after the tag, including the number of extensions. */
function readTlv(reader: ByteReader): Uint8Array | null {
  if (reader.remaining < 2 || reader.u8() !== 1) return null;
  return reader.bytes(reader.remaining);
}

/** Size of each extension after its tag, where known and not 0. */
const EXTENSION_BYTES: ReadonlyMap<number, number> = new Map([
  [29, 8],
  [30, 1],
  [31, 17],
]);
/** For an account compressed and closed on chain: its delegated amount, the withheld amount, and a flag. */
const COMPRESSED_ONLY = 31;
const UNKNOWN_SIZES = new Set([19, 32]);

/** How much of the amount the delegate may spend: all of it, unless an extension limits it. */
export function delegatedAmount(token: TokenData): bigint {
  if (!token.delegate) return 0n;
  const limit = token.tlv && delegatedIn(token.tlv);
  return limit !== null && limit < token.amount ? limit : token.amount;
}

function delegatedIn(tlv: Uint8Array): bigint | null {
  const view = Buffer.from(tlv.buffer, tlv.byteOffset, tlv.length);
  if (view.length < 4) return null;
  for (let at = 4, left = view.readUInt32LE(); left > 0; left--) {
    const tag = view[at];
    if (tag === undefined || tag > 32 || UNKNOWN_SIZES.has(tag)) return null;
    if (tag === COMPRESSED_ONLY)
      return at + 9 <= view.length ? view.readBigUInt64LE(at + 1) : null;
    at += 1 + (EXTENSION_BYTES.get(tag) ?? 0);
  }
  return null;
}
