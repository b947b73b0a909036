import { Type } from "typebox";
import { latestTransactions } from "../../store/read/pages/latestTransactions.ts";
import { cursorOf } from "../cursor.ts";
import { signatureWithError } from "../items.ts";
import { closed } from "../schemas.ts";
import { defineMethod, valueOf } from "../method.ts";
import { page } from "../params.ts";

export const getLatestNonVotingSignatures = defineMethod({
  summary:
    "The newest successful transactions that are no votes, compression or not. Only the newest thousand without compression are kept.",
  params: page({}, cursorOf("slot", "signature")),
  result: valueOf(
    closed({
      items: Type.Array(signatureWithError, { description: "newest first" }),
    }),
  ),
  run: async (read, { cursor, limit }) => {
    const { slot, items } = await latestTransactions(read, cursor, limit);
    // Failed transactions are not listed, so there never is an error to show.
    const shown = items.map((item) => `${item.slice(0, -1)},"error":null}`);
    return { slot, value: `{"items":[${shown.join(",")}]}` };
  },
});
