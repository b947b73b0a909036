import { tokenHistory } from "../../store/read/pages/tokenHistory.ts";
import { answerAt, atAnySlot } from "../atSlot.ts";
import { cursorOf } from "../cursor.ts";
import { mustBe } from "../field.ts";
import { tokenChange } from "../items.ts";
import { defineMethod, pageOf } from "../method.ts";
import { about, address, checked, optional, page } from "../params.ts";

const params = page(
  {
    owner: optional(about(address, "the wallet that owns the tokens")),
    mint: optional(
      about(address, "only tokens of this mint; one of the two is needed"),
    ),
  },
  cursorOf("slot", "place", "mint", "owner"),
);

export const getCompressedTokenHistory = defineMethod({
  summary:
    "What transactions changed balances of an owner or a mint by, with the balance after each, newest first.",
  params: atAnySlot(
    checked(params, ({ owner, mint }) => {
      if (!owner && !mint) throw mustBe("owner", "given, or mint, or both");
    }),
  ),
  result: pageOf(tokenChange),
  run(read, { owner, mint, cursor, limit, at }, upstreams) {
    const request = { owner, mint, after: cursor, limit };
    if (!at) return tokenHistory(read, { ...request, atSlot: null });
    return answerAt(
      read,
      upstreams,
      at,
      "balances",
      async (reading, moment) => ({
        ...(await tokenHistory(reading, { ...request, atSlot: at.slot })),
        ...moment,
      }),
    );
  },
});
