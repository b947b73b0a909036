import { tokensByOwner } from "../../store/pages/tokensByOwner.ts";
import { cursorOf } from "../cursor.ts";
import { tokenAccount } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { address, optional, page } from "../params.ts";

export const getCompressedTokenAccountsByOwner = defineMethod({
  summary: "Unspent compressed token accounts of an owner, by mint and hash.",
  params: page(
    { owner: address, mint: optional(address) },
    cursorOf("mint", "hash"),
  ),
  result: pageOf(tokenAccount),
  run: (read, { owner, mint, cursor, limit }) =>
    tokensByOwner.page(read, {
      key: owner,
      prefix: mint,
      after: cursor,
      limit,
    }),
});
