import type { DataSlice } from "../../../domain/query.ts";
import { sliceAccountData } from "../../../render/slice.ts";

/** No item contains a line break, so items joined by one can be taken apart again. */
export const ITEM_BREAK = "\n";

/** The items joined by commas, the data of each cut. */
export function slicedItems(items: string, slice: DataSlice): string {
  if (items === "") return "";
  return items
    .split(ITEM_BREAK)
    .map((item) => sliceAccountData(item, slice))
    .join(",");
}
