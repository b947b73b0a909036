import { encodeBase58 } from "../../src/codecs/base58.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import type { History } from "../model/history.ts";
import { everyList, type List } from "../model/lists.ts";
import { Model } from "../model/model.ts";

/** The lists of an index that was given only the blocks up to a slot. */
export function listsAt(
  history: History,
  updates: readonly StateUpdate[],
  slot: number,
): List[] {
  const model = modelAt(updates, slot);
  return [
    ...everyList(history, model),
    ...history.keys.flatMap((owner) =>
      filtered(encodeBase58(owner), model.accountsByOwner(owner)),
    ),
  ];
}

export function modelAt(updates: readonly StateUpdate[], slot: number): Model {
  return Model.of(updates.filter((update) => update.block.slot <= slot));
}

/** Accounts whose data begins like that of one of them, and a slice of it. */
function filtered(owner: string, all: unknown[]): List[] {
  const dataOf = (item: unknown): Buffer | null => {
    const { data } = item as { data: { data: string } | null };
    return data && Buffer.from(data.data, "base64");
  };
  const sample = all.map(dataOf).find((data) => data && data.length > 2);
  const bytes = sample?.subarray(1, 3) ?? Buffer.from([7, 7]);
  const matching = all.filter((item) => {
    const data = dataOf(item);
    return data?.subarray(1, 3).equals(bytes);
  });
  return [
    {
      method: "getCompressedAccountsByOwner",
      params: {
        owner,
        filters: [{ memcmp: { offset: 1, bytes: encodeBase58(bytes) } }],
        dataSlice: { offset: 1, length: 2 },
      },
      expected: matching.map((item) => {
        const account = item as { data: object };
        const data = dataOf(item)!.subarray(1, 3).toString("base64");
        return { ...account, data: { ...account.data, data } };
      }),
    },
  ];
}
