import { tokenBalancesByOwner } from "../../store/read/findBalances.ts";
import { cursorOf } from "../cursor.ts";
import { tokenBalance } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { about, address, optional, page } from "../params.ts";

const define = (list: string, summary: string) =>
  defineMethod({
    summary,
    params: page(
      {
        owner: about(address, "the wallet that owns the tokens"),
        mint: optional(about(address, "only tokens of this mint")),
      },
      cursorOf("mint"),
    ),
    result: pageOf(tokenBalance, list),
    run: (read, { owner, mint, cursor, limit }) =>
      tokenBalancesByOwner(read, { owner, mint, after: cursor, limit }),
  });

export const getCompressedTokenBalancesByOwner = define(
  "token_balances",
  "An owner's balance of each mint, by mint; mints whose tokens are all spent are listed with 0.",
);
export const getCompressedTokenBalancesByOwnerV2 = define(
  "items",
  "An owner's balance of each mint, by mint, in a list named like all others.",
);
