import { tokensByDelegate } from "../../store/read/pages/tokensByDelegate.ts";
import { cursorOf } from "../cursor.ts";
import { tokenAccount, tokenAccountV2 } from "../items.ts";
import { defineMethod, pageOf, pageOfV2 } from "../method.ts";
import { about, address, optional, page } from "../params.ts";

const define = (withTrees: boolean, summary: string) =>
  defineMethod({
    summary,
    params: page(
      {
        delegate: about(address, "the key that may spend the tokens"),
        mint: optional(about(address, "only tokens of this mint")),
      },
      cursorOf("mint", "hash"),
    ),
    result: withTrees ? pageOfV2(tokenAccountV2) : pageOf(tokenAccount),
    run: (read, { delegate, mint, cursor, limit }) =>
      tokensByDelegate.page(read, {
        key: delegate,
        prefix: mint,
        after: cursor,
        limit,
        withTrees,
      }),
  });

export const getCompressedTokenAccountsByDelegate = define(
  false,
  "Unspent compressed token accounts delegated to a key, by mint and hash.",
);
export const getCompressedTokenAccountsByDelegateV2 = define(
  true,
  "Unspent compressed token accounts delegated to a key, by mint and hash, and their positions in their trees.",
);
