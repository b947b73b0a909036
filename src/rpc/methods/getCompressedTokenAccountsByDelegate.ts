import { tokensByDelegate } from "../../store/pages/tokensByDelegate.ts";
import { cursorOf } from "../cursor.ts";
import { tokenAccount } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { address, optional, page } from "../params.ts";

export const getCompressedTokenAccountsByDelegate = defineMethod({
  summary:
    "Unspent compressed token accounts delegated to a key, by mint and hash.",
  params: page(
    { delegate: address, mint: optional(address) },
    cursorOf("mint", "hash"),
  ),
  result: pageOf(tokenAccount),
  run: (read, { delegate, mint, cursor, limit }) =>
    tokensByDelegate.page(read, {
      key: delegate,
      prefix: mint,
      after: cursor,
      limit,
    }),
});
