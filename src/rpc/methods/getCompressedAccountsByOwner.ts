import { accountsByOwner } from "../../store/pages/accountsByOwner.ts";
import { cursorOf } from "../cursor.ts";
import { account } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { address, dataSlice, filters, optional, page } from "../params.ts";

export const getCompressedAccountsByOwner = defineMethod({
  summary:
    "Unspent compressed accounts of an owning program or wallet, by hash; all filters must match.",
  params: page(
    {
      owner: address,
      filters: optional(filters, []),
      dataSlice: optional(dataSlice),
    },
    cursorOf("hash"),
  ),
  result: pageOf(account),
  run: (read, { owner, filters, dataSlice, cursor, limit }) =>
    accountsByOwner.page(read, {
      key: owner,
      filters,
      dataSlice,
      after: cursor,
      limit,
    }),
});
