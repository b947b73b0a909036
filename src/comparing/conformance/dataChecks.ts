import type { Account } from "../../client/index.ts";
import { UNKNOWN_KEY } from "../keys.ts";
import { assert, assertSame, type Check, NothingToCheck } from "./probe.ts";
import { ACCOUNT, assertShape } from "./shapes.ts";

const BY_OWNER = "getCompressedAccountsByOwner";

interface Accounts {
  readonly value: { readonly items: readonly Account[] };
}

export const accountChecks: readonly Check[] = [
  {
    title:
      "an account that is found by owner is found by hash, with the same fields",
    run: async (probe) => {
      const owner = probe.key("owners");
      const params = { owner, limit: 1 };
      const { value } = (await probe.result(BY_OWNER, params)) as Accounts;
      const [listed] = value.items;
      if (!listed) throw new NothingToCheck("the owner has no accounts");
      const { hash } = listed;
      const single = await probe.result("getCompressedAccount", { hash });
      const found = (single as { value: unknown }).value;
      if (found === null) throw new NothingToCheck("it was spent meanwhile");
      assertShape(found, ACCOUNT);
      assertSame(found, listed);
    },
  },
  {
    title: "an unknown account is null",
    run: async (probe) => {
      const params = { hash: UNKNOWN_KEY };
      const answer = await probe.result("getCompressedAccount", params);
      assertSame((answer as { value: unknown }).value, null);
    },
  },
  {
    title: "dataSlice cuts the data but keeps dataHash and discriminator",
    run: async (probe) => {
      const owner = probe.key("owners");
      const whole = await items(probe, { owner, limit: 20 });
      const dataSlice = { offset: 1, length: 3 };
      const sliced = await items(probe, { owner, limit: 20, dataSlice });
      for (const [i, { hash, data }] of whole.entries()) {
        const cut = sliced[i];
        if (!data || cut?.hash !== hash) continue;
        const bytes = Buffer.from(data.data, "base64").subarray(1, 4);
        const expected = { ...data, data: bytes.toString("base64") };
        assertSame(cut.data, expected);
      }
    },
  },
  {
    title: "holders have a balance above 0",
    run: async (probe) => {
      const mint = probe.key("mints");
      const method = "getCompressedMintTokenHolders";
      const answer = await probe.result(method, { mint });
      const { value } = answer as { value: { items: { balance: bigint }[] } };
      for (const { balance } of value.items)
        assert(balance > 0, `a holder with balance ${String(balance)}`);
    },
  },
];

async function items(
  probe: Parameters<Check["run"]>[0],
  params: object,
): Promise<readonly Account[]> {
  return ((await probe.result(BY_OWNER, params)) as Accounts).value.items;
}
