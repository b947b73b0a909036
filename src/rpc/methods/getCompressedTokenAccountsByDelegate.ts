import * as past from "../../store/past/pastLists.ts";
import { tokensByDelegate } from "../../store/read/pages/tokensByDelegate.ts";
import { atAnySlot } from "../atSlot.ts";
import { PAST_PAGE } from "../cost.ts";
import { cursorOf } from "../cursor.ts";
import { tokenAccount, tokenAccountV2 } from "../items.ts";
import { defineMethod, pageOf, pageOfV2 } from "../method.ts";
import { listAt } from "../pagesAtSlot.ts";
import { about, address, optional, page } from "../params.ts";

const params = page(
  {
    delegate: about(address, "the key that may spend the tokens"),
    mint: optional(about(address, "only tokens of this mint")),
  },
  cursorOf("mint", "hash"),
);

export const getCompressedTokenAccountsByDelegate = defineMethod({
  summary:
    "Unspent compressed token accounts delegated to a key, by mint and hash.",
  params: atAnySlot(params),
  cost: PAST_PAGE,
  result: pageOf(tokenAccount),
  run: (read, { delegate, mint, cursor, limit, at }, upstreams) => {
    const request = { key: delegate, prefix: mint, after: cursor, limit };
    return at
      ? listAt(read, upstreams, at, past.tokensByDelegate, request)
      : tokensByDelegate.page(read, request);
  },
});

export const getCompressedTokenAccountsByDelegateV2 = defineMethod({
  summary:
    "Unspent compressed token accounts delegated to a key, by mint and hash, and their positions in their trees.",
  params,
  result: pageOfV2(tokenAccountV2),
  run: (read, { delegate, mint, cursor, limit }) =>
    tokensByDelegate.page(read, {
      key: delegate,
      prefix: mint,
      after: cursor,
      limit,
      withTrees: true,
    }),
});
