import type { Account } from "../../domain/account.ts";
import type { MintMetadata } from "../../domain/mint.ts";
import { asAddress, type Address } from "../../domain/values.ts";
import { sameBytes } from "../bytes.ts";
import { readMetadata } from "./metadataText.ts";
import { COMPRESSED_TOKEN } from "../programs.ts";
import { ByteReader, DecodeError } from "../reader.ts";

/** Offsets in a mint of the light token program; the first 82 bytes are those of an SPL mint. */
const DECIMALS_AT = 44;
const MINT_AT = 84;
const KIND_AT = 165;
/** After the account's type come 96 bytes on rent, then the extensions. */
const EXTENSIONS_AT = 262;
const MINT_KIND = 1;

const TOKEN_METADATA = 19;
/** Extensions up to this tag, other than the metadata, carry no bytes. */
const LAST_EMPTY = 30;

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

export interface LightMint {
  readonly decimals: number;
  readonly metadata: MintMetadata | null;
}

/** The content of a mint of the light token program, compressed or on chain. Null if it is not that mint. */
export function parseLightMint(
  mint: Address,
  data: Uint8Array,
): LightMint | null {
  if (data[KIND_AT] !== MINT_KIND) return null;
  if (!sameBytes(data.subarray(MINT_AT, MINT_AT + 32), mint)) return null;
  return { decimals: data[DECIMALS_AT]!, metadata: findMetadata(mint, data) };
}

function findMetadata(mint: Address, data: Uint8Array): MintMetadata | null {
  const reader = new ByteReader(data, EXTENSIONS_AT);
  try {
    if (!reader.option(() => true)) return null;
    for (let left = reader.u32(); left > 0; left--) {
      const tag = reader.u8();
      if (tag === TOKEN_METADATA) return readTokenMetadata(reader, mint);
      if (tag > LAST_EMPTY) return null;
    }
    return null;
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

/** The metadata of Token-2022, which names its mint. Null if it names another one. */
export function readTokenMetadata(
  reader: ByteReader,
  mint: Address,
): MintMetadata | null {
  reader.skip(32); // who may change it
  return sameBytes(reader.address(), mint) ? readMetadata(reader) : null;
}
