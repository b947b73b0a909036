import { accountId, findAccount } from "../accountId.ts";
import { u64 } from "../schemas.ts";
import { defineMethod, valueOf } from "../method.ts";

const define = (summary: string) =>
  defineMethod({
    summary,
    params: accountId,
    result: valueOf(u64("lamports in the account")),
    run: async (read, id) => {
      const { slot, account } = await findAccount(read, id);
      return { slot, value: String(account?.account.lamports ?? 0) };
    },
  });

export const getCompressedAccountBalance = define(
  "Lamports of the unspent account with an address or a hash; 0 when there is none.",
);
export const getCompressedBalance = define(
  "The old name of getCompressedAccountBalance, which clients still call.",
);
