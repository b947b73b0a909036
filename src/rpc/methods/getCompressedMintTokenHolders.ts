import { holders } from "../../store/read/pages/holders.ts";
import { cursorOf } from "../cursor.ts";
import { holder } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { about, address, page } from "../params.ts";

export const getCompressedMintTokenHolders = defineMethod({
  summary: "Owners of a mint with a balance above 0, largest first.",
  params: page(
    { mint: about(address, "the mint whose owners are listed") },
    cursorOf("balance", "owner"),
  ),
  result: pageOf(holder),
  run: (read, { mint, cursor, limit }) =>
    holders.page(read, { key: mint, after: cursor, limit }),
});
