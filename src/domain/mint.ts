import type { Address } from "./values.ts";

/** What a mint's metadata says. Anybody can write it; see codecs/accounts/metadataText.ts for what is kept of it. */
export interface MintMetadata {
  readonly name: string | null;
  readonly symbol: string | null;
  readonly uri: string | null;
}

/** Where decimals and names come from: the compressed mint, the mint account on chain, or Metaplex. */
export type MintSource = "compressed" | "mint" | "metaplex";

/** What the chain says about a mint besides its compressed tokens; null where it says nothing. */
export interface MintFacts {
  readonly decimals: number | null;
  readonly decimalsSource: MintSource | null;
  readonly metadata: MintMetadata | null;
  readonly nameSource: MintSource | null;
}

export interface NamedMint extends MintFacts {
  readonly mint: Address;
}
