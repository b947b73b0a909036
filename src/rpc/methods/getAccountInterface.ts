import { ACCOUNTS_OF_KEYS } from "../answerBound.ts";
import { renderInterfaces } from "../interfaces/accountInterface.ts";
import { PER_KEY_WITH_ITEMS, perKeyWithItems } from "../cost.ts";
import { accountInterface } from "../interfaces/interfaceItems.ts";
import { orNull } from "../schemas.ts";
import { defineMethod, valueOf } from "../method.ts";
import { about, address, params } from "../params.ts";

export const getAccountInterface = defineMethod({
  summary:
    "One view of an account: its on-chain state and the compressed accounts that belong to it; null when there are neither.",
  params: params({ address: about(address, "the account's key on chain") }),
  cost: { units: () => perKeyWithItems(1), description: PER_KEY_WITH_ITEMS },
  bound: ACCOUNTS_OF_KEYS,
  result: valueOf(orNull(accountInterface)),
  run: async (read, { address }, { chain }) => {
    const { slot, values } = await renderInterfaces(read, chain, [address]);
    return { slot, value: values[0]! };
  },
});
