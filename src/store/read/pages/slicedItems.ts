import type { DataSlice } from "../../../domain/query.ts";
import { sliceAccountData } from "../../../render/accountData.ts";
import type { Text } from "../../../render/text.ts";
import type { MaybePromise } from "../../maybePromise.ts";
import { changeInSteps } from "../inSteps.ts";

/** No item contains a line break, so that items joined by one can be split again. */
export const ITEM_BREAK = "\n";

/** The items with sliced data, joined by commas. */
export function slicedItems(items: Text, slice: DataSlice): MaybePromise<Text> {
  return changeInSteps(items, (chunk) =>
    chunk
      .split(ITEM_BREAK)
      .map((item) => sliceAccountData(item, slice))
      .join(","),
  );
}
