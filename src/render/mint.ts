import { asciiJson } from "../codecs/asciiJson.ts";
import { encodeBase58 } from "../codecs/base58.ts";
import type { MintFacts } from "../domain/mint.ts";

interface MintInfo extends MintFacts {
  readonly mint: Uint8Array;
  readonly supply: bigint;
  readonly holders: number;
  readonly transactions: number | null;
}

export function renderMint(found: MintInfo): string {
  const { name = null, symbol = null, uri = null } = found.metadata ?? {};
  return (
    `{"mint":"${encodeBase58(found.mint)}"` +
    `,"decimals":${found.decimals}` +
    `,"name":${renderText(name)}` +
    `,"symbol":${renderText(symbol)}` +
    `,"uri":${renderText(uri)}` +
    `,"supply":${found.supply}` +
    `,"holders":${found.holders}` +
    `,"transactions":${found.transactions}` +
    `,"decimalsSource":${renderText(found.decimalsSource)}` +
    `,"nameSource":${renderText(found.nameSource)}}`
  );
}

/** Anybody can choose a name, so it may contain any text. */
function renderText(text: string | null): string {
  return asciiJson(JSON.stringify(text));
}
