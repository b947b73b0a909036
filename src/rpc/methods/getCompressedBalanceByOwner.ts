import { findLamports } from "../../store/read/findBalances.ts";
import { u64 } from "../items.ts";
import { defineMethod, valueOf } from "../method.ts";
import { about, address, params } from "../params.ts";

export const getCompressedBalanceByOwner = defineMethod({
  summary: "Lamports in all unspent accounts of an owner.",
  params: params({
    owner: about(address, "the program or wallet that owns the accounts"),
  }),
  result: valueOf(u64("the sum over the unspent accounts")),
  run: async (read, { owner }) => {
    const { slot, lamports } = await findLamports(read, owner);
    return { slot, value: String(lamports) };
  },
});
