import type { ListChange, WatchedList } from "../domain/listChange.ts";

/** The body of a message. Items are JSON already. */
export function renderMessage(
  { method, params }: WatchedList,
  change: Omit<ListChange, "id">,
): string {
  const { context, removed, added, undone, more } = change;
  const value = `{"removed":[${removed.join()}],"added":[${added.join()}],"undone":${undone},"more":${more}}`;
  const { slot, blockhash } = context;
  const block = JSON.stringify({ slot, blockhash });
  return `{"method":${JSON.stringify(method)},"params":${JSON.stringify(params)},"context":${block},"value":${value}}`;
}

/** Whether nothing in the list changed: the receiver need not be told. */
export function isEmpty({ removed, added, more }: ListChange): boolean {
  return removed.length === 0 && added.length === 0 && !more;
}
