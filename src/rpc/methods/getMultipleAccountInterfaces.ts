import { Type } from "typebox";
import { renderInterfaces } from "../accountInterface.ts";
import { PER_KEY_WITH_ITEMS, perKeyWithItems } from "../cost.ts";
import { accountInterface, orNull } from "../items.ts";
import { defineMethod, valueOf } from "../method.ts";
import { about, address, list, params, withBareList } from "../params.ts";

/** As many as a node answers at once. */
const MAX_KEYS = 100;

export const getMultipleAccountInterfaces = defineMethod({
  summary:
    "Accounts wherever they are, in the order asked for; null for each that is neither on chain nor compressed.",
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
  result: valueOf(Type.Array(orNull(accountInterface))),
  run: async (read, { addresses }, { chain }) => {
    const { slot, values } = await renderInterfaces(read, chain, addresses);
    return { slot, value: `[${values.join(",")}]` };
  },
});
