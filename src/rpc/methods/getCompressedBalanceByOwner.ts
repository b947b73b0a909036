import { findLamports, findLamportsAt } from "../../store/read/findBalances.ts";
import { answerAt, atAnySlot } from "../atSlot.ts";
import { u64 } from "../schemas.ts";
import { defineMethod, valueOf } from "../method.ts";
import { about, address, params } from "../params.ts";

export const getCompressedBalanceByOwner = defineMethod({
  summary: "Lamports in all unspent accounts of an owner.",
  params: atAnySlot(
    params({
      owner: about(address, "the program or wallet that owns the accounts"),
    }),
  ),
  result: valueOf(u64("the sum over the unspent accounts")),
  run: async (read, { owner, at }, upstreams) => {
    if (!at) {
      const { slot, lamports } = await findLamports(read, owner);
      return { slot, value: String(lamports) };
    }
    return answerAt(
      read,
      upstreams,
      at,
      "balances",
      async (reading, moment) => {
        const lamports = await findLamportsAt(reading, owner, at.slot);
        return { value: String(lamports), ...moment };
      },
    );
  },
});
