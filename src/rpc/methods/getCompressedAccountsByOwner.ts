import * as past from "../../store/past/pastLists.ts";
import { accountsByOwner } from "../../store/read/pages/accountsByOwner.ts";
import { atAnySlot } from "../atSlot.ts";
import { FILTERED_PAGE } from "../cost.ts";
import { cursorOf } from "../cursor.ts";
import { account, accountV2 } from "../items.ts";
import { defineMethod, pageOf, pageOfV2 } from "../method.ts";
import { listAt } from "../pagesAtSlot.ts";
import {
  about,
  address,
  dataSlice,
  filters,
  optional,
  page,
} from "../params.ts";

const params = page(
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
);

export const getCompressedAccountsByOwner = defineMethod({
  summary:
    "Unspent compressed accounts of an owning program or wallet, by hash; all filters must match.",
  params: atAnySlot(params),
  cost: FILTERED_PAGE,
  result: pageOf(account),
  run: (read, { owner, cursor, limit, at, ...query }, upstreams) => {
    const request = { key: owner, after: cursor, limit };
    return at
      ? listAt(read, upstreams, at, past.accountsByOwner(query), request)
      : accountsByOwner.page(read, { ...request, ...query });
  },
});

export const getCompressedAccountsByOwnerV2 = defineMethod({
  summary:
    "Unspent compressed accounts of an owning program or wallet, by hash, and their positions in their trees.",
  params,
  cost: FILTERED_PAGE,
  result: pageOfV2(accountV2),
  run: (read, { owner, cursor, ...query }) =>
    accountsByOwner.page(read, {
      key: owner,
      after: cursor,
      ...query,
      withTrees: true,
    }),
});
