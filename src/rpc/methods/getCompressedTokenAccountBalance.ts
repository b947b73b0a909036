import { accountId, findAccount } from "../accountId.ts";
import { closed, u64 } from "../schemas.ts";
import { defineMethod, valueOf } from "../method.ts";

export const getCompressedTokenAccountBalance = defineMethod({
  summary:
    "Tokens in the unspent token account with an address or a hash; 0 when there is none.",
  params: accountId,
  result: valueOf(
    closed({ amount: u64("tokens in the mint's smallest unit") }),
  ),
  run: async (read, id) => {
    const { slot, account } = await findAccount(read, id);
    const amount = account?.account.token?.amount ?? 0;
    return { slot, value: `{"amount":${amount}}` };
  },
});
