import type { ListChange, WatchedList } from "../domain/listChange.ts";
import { renderListChange } from "../render/listChange.ts";

/** The body of a message. */
export function renderMessage(
  { method, params }: WatchedList,
  change: Omit<ListChange, "id">,
): string {
  const list = `"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}`;
  return `{${list},${renderListChange(change)}}`;
}

/** Whether nothing in the list changed, so that no message is needed. */
export function isEmpty({ removed, added, more }: ListChange): boolean {
  return removed.length === 0 && added.length === 0 && !more;
}
