import { findLamports } from "../../store/read/findBalances.ts";
import { u64 } from "../items.ts";
import { defineMethod, valueOf } from "../method.ts";
import { address, params } from "../params.ts";

export const getCompressedBalanceByOwner = defineMethod({
  summary: "Lamports in all unspent accounts of an owner.",
  params: params({ owner: address }),
  result: valueOf(u64()),
  run: async (read, { owner }) => {
    const { slot, lamports } = await findLamports(read, owner);
    return { slot, value: String(lamports) };
  },
});
