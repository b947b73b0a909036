import type { DataSlice } from "../../../domain/query.ts";
import { sliceAccountData } from "../../../render/slice.ts";

/** No item contains a line break, so that items joined by one can be split again. */
export const ITEM_BREAK = "\n";

/** The items with sliced data, joined by commas. */
export function slicedItems(items: string, slice: DataSlice): string {
  if (items === "") return "";
  return items
    .split(ITEM_BREAK)
    .map((item) => sliceAccountData(item, slice))
    .join(",");
}
