import {
  tokenBalancesByOwner,
  tokenBalancesByOwnerAt,
} from "../../store/read/findBalances.ts";
import { answerAt, atAnySlot } from "../atSlot.ts";
import { cursorOf } from "../cursor.ts";
import { tokenBalance } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { about, address, optional, page } from "../params.ts";

const params = page(
  {
    owner: about(address, "the wallet that owns the tokens"),
    mint: optional(about(address, "only tokens of this mint")),
  },
  cursorOf("mint"),
);

export const getCompressedTokenBalancesByOwner = defineMethod({
  summary:
    "An owner's balance of each mint, by mint; mints whose tokens are all spent are listed with 0.",
  params: atAnySlot(params),
  result: pageOf(tokenBalance, "token_balances"),
  run: (read, { owner, mint, cursor, limit, at }, upstreams) => {
    const request = { owner, mint, after: cursor, limit };
    if (!at) return tokenBalancesByOwner(read, request);
    return answerAt(
      read,
      upstreams,
      at,
      "balances",
      async (reading, moment) => ({
        ...(await tokenBalancesByOwnerAt(reading, request, at.slot)),
        ...moment,
      }),
    );
  },
});

export const getCompressedTokenBalancesByOwnerV2 = defineMethod({
  summary:
    "An owner's balance of each mint, by mint, in a list named like all others.",
  params,
  result: pageOf(tokenBalance, "items"),
  run: (read, { owner, mint, cursor, limit }) =>
    tokenBalancesByOwner(read, { owner, mint, after: cursor, limit }),
});
