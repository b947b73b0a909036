// Mints on chain and their metadata, as Token-2022 and Metaplex store them.
import type { MintMetadata } from "../../domain/mint.ts";
import { asAddress, type Address } from "../../domain/values.ts";
import { parseAddress, sameBytes } from "../bytes.ts";
import {
  type LightMint,
  parseLightMint,
  readTokenMetadata,
} from "./compressedMint.ts";
import { readMetadata } from "./metadataText.ts";
import { findProgramAddress } from "../programAddress.ts";
import { COMPRESSED_TOKEN, SPL_TOKEN, TOKEN_2022 } from "../programs.ts";
import { ByteReader, DecodeError } from "../reader.ts";
import type { AccountContent } from "./treeAccount.ts";

export const METAPLEX = parseAddress(
  "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s",
);

/** An SPL mint; Token-2022 pads it to the size of a token account and adds the account's type and extensions. */
const MINT_BYTES = 82;
const DECIMALS_AT = 44;
const INITIALIZED_AT = 45;
const KIND_AT = 165;
const MINT_KIND = 1;
const METADATA_POINTER = 18;
const TOKEN_METADATA = 19;

export interface MintAccount extends LightMint {
  /** The account that the mint names as that of its metadata, where it is not the mint itself. */
  readonly pointer: Address | null;
}

/** Null if the account is not a mint. */
export function parseMintAccount(
  mint: Address,
  { owner, data }: AccountContent,
): MintAccount | null {
  if (sameBytes(owner, COMPRESSED_TOKEN)) {
    const found = parseLightMint(mint, data);
    return found && { ...found, pointer: null };
  }
  const isNew = sameBytes(owner, TOKEN_2022);
  const hasExtensions = isNew && data.length > KIND_AT;
  const isMint = hasExtensions
    ? data[KIND_AT] === MINT_KIND
    : (isNew || sameBytes(owner, SPL_TOKEN)) && data.length === MINT_BYTES;
  if (!isMint || data[INITIALIZED_AT] !== 1) return null;
  const decimals = data[DECIMALS_AT]!;
  const none = { metadata: null, pointer: null };
  const found = hasExtensions ? orNull(() => extensionsOf(mint, data)) : null;
  return { decimals, ...(found ?? none) };
}

/** The pointer decides which metadata counts, because only the authority of the mint can set it. */
function extensionsOf(
  mint: Address,
  data: Uint8Array,
): Omit<MintAccount, "decimals"> {
  const found = new Map<number, ByteReader>();
  const reader = new ByteReader(data, KIND_AT + 1);
  while (reader.remaining >= 4) {
    const type = reader.u16();
    const length = Math.min(reader.u16(), reader.remaining);
    if (type === 0) break;
    found.set(type, new ByteReader(reader.bytes(length)));
  }
  const pointed = found.get(METADATA_POINTER);
  pointed?.skip(32); // who may change it
  const pointer = pointed?.address();
  if (!pointer || pointer.every((byte) => byte === 0))
    return { metadata: null, pointer: null };
  if (!sameBytes(pointer, mint))
    return { metadata: null, pointer: asAddress(Uint8Array.from(pointer)) };
  const own = found.get(TOKEN_METADATA);
  return { metadata: own ? readTokenMetadata(own, mint) : null, pointer: null };
}

/** Where Metaplex keeps the metadata of a mint. */
export function metaplexAddress(mint: Address): Address {
  return findProgramAddress(
    [Buffer.from("metadata"), METAPLEX, mint],
    METAPLEX,
  );
}

const METAPLEX_KIND = 4;

/** Null if the account is not the mint's metadata. */
export function parseMetaplex(
  mint: Address,
  { owner, data }: AccountContent,
): MintMetadata | null {
  if (!sameBytes(owner, METAPLEX) || data[0] !== METAPLEX_KIND) return null;
  return orNull(() => {
    const reader = new ByteReader(data, 1);
    reader.skip(32); // who may change it
    return sameBytes(reader.address(), mint) ? readMetadata(reader) : null;
  });
}

/** Marks metadata in accounts of any program that keeps it as Token-2022 does. */
const METADATA_TYPE = Buffer.of(112, 132, 90, 90, 11, 88, 157, 87);

/** The metadata in an account that a mint points to. */
export function parsePointedMetadata(
  mint: Address,
  { data }: AccountContent,
): MintMetadata | null {
  return orNull(() => {
    const reader = new ByteReader(data);
    while (reader.remaining >= 12) {
      const type = reader.bytes(8);
      const length = Math.min(reader.u32(), reader.remaining);
      const value = new ByteReader(reader.bytes(length));
      if (sameBytes(type, METADATA_TYPE)) return readTokenMetadata(value, mint);
    }
    return null;
  });
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}
