import * as past from "../../store/past/pastLists.ts";
import { holders } from "../../store/read/pages/holders.ts";
import { atAnySlot } from "../atSlot.ts";
import { PAST_PAGE } from "../cost.ts";
import { cursorOf } from "../cursor.ts";
import { holder } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { listAt } from "../pagesAtSlot.ts";
import { about, address, page } from "../params.ts";

export const getCompressedMintTokenHolders = defineMethod({
  summary: "Owners of a mint with a balance above 0, largest first.",
  params: atAnySlot(
    page(
      { mint: about(address, "the mint whose owners are listed") },
      cursorOf("balance", "owner"),
    ),
  ),
  cost: PAST_PAGE,
  result: pageOf(holder),
  run: (read, { mint, cursor, limit, at }, upstreams) => {
    const request = { key: mint, after: cursor, limit };
    return at
      ? listAt(read, upstreams, at, past.holders, request)
      : holders.page(read, request);
  },
});
