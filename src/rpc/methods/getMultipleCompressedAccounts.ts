import { ITEMS } from "../answerBound.ts";
import { mapKey } from "../../codecs/bytes.ts";
import type { StoredAccount } from "../../store/schema/accountRow.ts";
import { findManyAccounts } from "../../store/read/findManyAccounts.ts";
import { inSteps } from "../../store/read/inSteps.ts";
import { between, commaJoined } from "../../render/text.ts";
import { Type } from "typebox";
import { type AccountShape, v1, v2 } from "../interfaces/accountShape.ts";
import { PER_KEY, perKey } from "../cost.ts";
import { RpcError } from "../errors.ts";
import { closed, orNull } from "../schemas.ts";
import { defineMethod, valueOf } from "../method.ts";
import {
  about,
  address,
  hash,
  list,
  MAX_PAGE,
  optional,
  params,
  withBareList,
} from "../params.ts";

const keys = params({
  hashes: optional(
    about(
      list(hash, MAX_PAGE),
      "the accounts' hashes; either these or addresses",
    ),
  ),
  addresses: optional(
    about(
      list(address, MAX_PAGE),
      "the accounts' addresses; either these or hashes",
    ),
  ),
});

const define = ({ schema, render }: AccountShape, summary: string) =>
  defineMethod({
    summary,
    params: withBareList(keys, "hashes"),
    cost: {
      units: ({ hashes, addresses }) =>
        perKey((hashes ?? addresses ?? []).length),
      description: PER_KEY,
    },
    bound: ITEMS,
    result: valueOf(
      closed({
        items: Type.Array(orNull(schema), {
          description: "in the order requested",
        }),
      }),
    ),
    run: async (read, { hashes, addresses }) => {
      if (!hashes === !addresses)
        throw new RpcError(
          "invalidParams",
          "hashes or addresses: exactly one of the two is required",
        );
      const query = hashes ? { hashes } : { addresses: addresses! };
      const { slot, trees, accounts } = await findManyAccounts(read, query);
      const keyOf = ({ account }: StoredAccount) =>
        mapKey(hashes ? account.hash : account.address!);
      const found = new Map(accounts.map((each) => [keyOf(each), each]));
      const show = (key: Uint8Array): string => {
        const account = found.get(mapKey(key));
        return account ? render(account, trees.contexts) : "null";
      };
      const items = await inSteps<Uint8Array, string>(
        hashes ?? addresses!,
        (part) => part.map(show).join(","),
      );
      return { slot, value: between(`{"items":[`, commaJoined(items), "]}") };
    },
  });

export const getMultipleCompressedAccounts = define(
  v1,
  "The unspent accounts with these hashes or addresses, in that order; null for each that does not exist.",
);
export const getMultipleCompressedAccountsV2 = define(
  v2,
  "The unspent accounts with these hashes or addresses, and their positions in their trees; null for each that does not exist.",
);
