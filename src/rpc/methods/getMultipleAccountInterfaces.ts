import { ACCOUNTS_OF_KEYS } from "../answerBound.ts";
import { between, commaJoined } from "../../render/text.ts";
import { Type } from "typebox";
import { renderInterfaces } from "../interfaces/accountInterface.ts";
import { PER_KEY_WITH_ITEMS, perKeyWithItems } from "../cost.ts";
import { accountInterface } from "../interfaces/interfaceItems.ts";
import { orNull } from "../schemas.ts";
import { defineMethod, valueOf } from "../method.ts";
import { about, address, list, params, withBareList } from "../params.ts";

/** The limit of a node's getMultipleAccounts. */
const MAX_KEYS = 100;

export const getMultipleAccountInterfaces = defineMethod({
  summary:
    "Views of accounts on chain, compressed, or both, in the order of the keys; null for each that is neither.",
  params: withBareList(
    params({
      addresses: about(list(address, MAX_KEYS), "the accounts' keys on chain"),
    }),
    "addresses",
  ),
  cost: {
    units: ({ addresses }) => perKeyWithItems(addresses.length),
    description: PER_KEY_WITH_ITEMS,
  },
  bound: ACCOUNTS_OF_KEYS,
  result: valueOf(Type.Array(orNull(accountInterface))),
  run: async (read, { addresses }, { chain }) => {
    const { slot, values } = await renderInterfaces(read, chain, addresses);
    return { slot, value: between("[", commaJoined(values), "]") };
  },
});
