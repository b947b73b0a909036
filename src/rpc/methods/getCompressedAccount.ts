import { accountId, findAccount } from "../accountId.ts";
import { type AccountShape, v1, v2 } from "../interfaces/accountShape.ts";
import { orNull } from "../schemas.ts";
import { defineMethod, valueOf } from "../method.ts";

const define = ({ schema, render }: AccountShape, summary: string) =>
  defineMethod({
    summary,
    params: accountId,
    result: valueOf(orNull(schema)),
    run: async (read, id) => {
      const { slot, account, trees } = await findAccount(read, id);
      const value = account ? render(account, trees.contexts) : "null";
      return { slot, value };
    },
  });

export const getCompressedAccount = define(
  v1,
  "The unspent account with an address or a hash; null when there is none.",
);
export const getCompressedAccountV2 = define(
  v2,
  "The unspent account with an address or a hash, and its position in its tree; null when there is none.",
);
