import { tokensByOwner } from "../../store/read/pages/tokensByOwner.ts";
import { cursorOf } from "../cursor.ts";
import { tokenAccount, tokenAccountV2 } from "../items.ts";
import { defineMethod, pageOf, pageOfV2 } from "../method.ts";
import { about, address, optional, page } from "../params.ts";

const define = (withTrees: boolean, summary: string) =>
  defineMethod({
    summary,
    params: page(
      {
        owner: about(address, "the wallet that owns the tokens"),
        mint: optional(about(address, "only tokens of this mint")),
      },
      cursorOf("mint", "hash"),
    ),
    result: withTrees ? pageOfV2(tokenAccountV2) : pageOf(tokenAccount),
    run: (read, { owner, mint, cursor, limit }) =>
      tokensByOwner.page(read, {
        key: owner,
        prefix: mint,
        after: cursor,
        limit,
        withTrees,
      }),
  });

export const getCompressedTokenAccountsByOwner = define(
  false,
  "Unspent compressed token accounts of an owner, by mint and hash.",
);
export const getCompressedTokenAccountsByOwnerV2 = define(
  true,
  "Unspent compressed token accounts of an owner, by mint and hash, and their positions in their trees.",
);
