import { renderMint } from "../../render/mint.ts";
import { findMint } from "../../store/read/findMints.ts";
import { orNull } from "../schemas.ts";
import { defineMethod, valueOf } from "../method.ts";
import { mintInfo } from "../mintItem.ts";
import { about, address, params } from "../params.ts";

export const getCompressedMintInfo = defineMethod({
  summary:
    "A mint: name, symbol, decimals, and the supply, holders and transactions of its compressed tokens.",
  params: params({ mint: about(address, "the mint of the tokens") }),
  result: valueOf(orNull(mintInfo)),
  run: async (read, asked) => {
    const { slot, mint } = await findMint(read, asked.mint);
    return { slot, value: mint ? renderMint(mint) : "null" };
  },
});
