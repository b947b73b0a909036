import { Type } from "typebox";
import { findAccountHistory } from "../../store/read/findAccountHistory.ts";
import { signature } from "../items.ts";
import { closed } from "../schemas.ts";
import { defineMethod, valueOf } from "../method.ts";
import { about, hash, params } from "../params.ts";

export const getCompressionSignaturesForAccount = defineMethod({
  summary:
    "The transaction that created an account and the one that spent it, newest first.",
  params: params({ hash: about(hash, "the account's hash") }),
  result: valueOf(
    closed({
      items: Type.Array(signature, {
        maxItems: 2,
        description: "newest first",
      }),
    }),
  ),
  run: async (read, { hash }) => {
    const { slot, items } = await findAccountHistory(read, hash);
    return { slot, value: `{"items":[${items.join(",")}]}` };
  },
});
