import * as past from "../../store/past/pastLists.ts";
import { tokensByOwner } from "../../store/read/pages/tokensByOwner.ts";
import { atAnySlot } from "../atSlot.ts";
import { PAST_PAGE } from "../cost.ts";
import { cursorOf } from "../cursor.ts";
import { tokenAccount, tokenAccountV2 } from "../items.ts";
import { defineMethod, pageOf, pageOfV2 } from "../method.ts";
import { listAt } from "../pagesAtSlot.ts";
import { about, address, optional, page } from "../params.ts";

const params = page(
  {
    owner: about(address, "the wallet that owns the tokens"),
    mint: optional(about(address, "only tokens of this mint")),
  },
  cursorOf("mint", "hash"),
);

export const getCompressedTokenAccountsByOwner = defineMethod({
  summary: "Unspent compressed token accounts of an owner, by mint and hash.",
  params: atAnySlot(params),
  cost: PAST_PAGE,
  result: pageOf(tokenAccount),
  run: (read, { owner, mint, cursor, limit, at }, upstreams) => {
    const request = { key: owner, prefix: mint, after: cursor, limit };
    return at
      ? listAt(read, upstreams, at, past.tokensByOwner, request)
      : tokensByOwner.page(read, request);
  },
});

export const getCompressedTokenAccountsByOwnerV2 = defineMethod({
  summary:
    "Unspent compressed token accounts of an owner, by mint and hash, and their positions in their trees.",
  params,
  result: pageOfV2(tokenAccountV2),
  run: (read, { owner, mint, cursor, limit }) =>
    tokensByOwner.page(read, {
      key: owner,
      prefix: mint,
      after: cursor,
      limit,
      withTrees: true,
    }),
});
