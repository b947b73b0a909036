import { Type } from "typebox";
import { pageOfSetAside } from "../../store/read/quarantine.ts";
import { cursorOf } from "../cursor.ts";
import { integer } from "../field.ts";
import { base58, closed, orNull, slotOf } from "../schemas.ts";
import { defineMethod, pageOf } from "../method.ts";
import { about, optional, page } from "../params.ts";

const setAside = closed(
  {
    slot: slotOf("the slot of the transaction"),
    index: Type.Integer({
      minimum: 0,
      description: "the transaction's place in its block",
    }),
    signature: orNull(
      base58(64, "its signature; null if even that cannot be read"),
    ),
    reason: Type.String({ description: "why it cannot be decoded" }),
  },
  "a transaction that cannot be decoded",
);

export const getSetAsideTransactions = defineMethod({
  summary:
    "Transactions that cannot be decoded and are kept for inspection, oldest first.",
  params: page(
    {
      slot: optional(
        about(
          integer(0, Number.MAX_SAFE_INTEGER),
          "only transactions of this slot",
        ),
      ),
    },
    cursorOf("slot", "place"),
  ),
  result: pageOf(setAside),
  run: (read, { slot, cursor, limit }) =>
    pageOfSetAside(read, { slot, after: cursor, limit }),
});
