import { accountsByOwner } from "../../store/read/pages/accountsByOwner.ts";
import { FILTERED_PAGE } from "../cost.ts";
import { cursorOf } from "../cursor.ts";
import { account, accountV2 } from "../items.ts";
import { defineMethod, pageOf, pageOfV2 } from "../method.ts";
import {
  about,
  address,
  dataSlice,
  filters,
  optional,
  page,
} from "../params.ts";

const define = (withTrees: boolean, summary: string) =>
  defineMethod({
    summary,
    params: page(
      {
        owner: about(address, "the program or wallet that owns the accounts"),
        filters: optional(
          about(filters, "only accounts whose data matches all of these"),
          [],
        ),
        dataSlice: optional(
          about(dataSlice, "show only this part of each account's data"),
        ),
      },
      cursorOf("hash"),
    ),
    cost: FILTERED_PAGE,
    result: withTrees ? pageOfV2(accountV2) : pageOf(account),
    run: (read, { owner, filters, dataSlice, cursor, limit }) =>
      accountsByOwner.page(read, {
        key: owner,
        filters,
        dataSlice,
        after: cursor,
        limit,
        withTrees,
      }),
  });

export const getCompressedAccountsByOwner = define(
  false,
  "Unspent compressed accounts of an owning program or wallet, by hash; all filters must match.",
);
export const getCompressedAccountsByOwnerV2 = define(
  true,
  "Unspent compressed accounts of an owning program or wallet, by hash, and their positions in their trees.",
);
