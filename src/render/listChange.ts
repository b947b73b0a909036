import type { ListChange } from "../domain/listChange.ts";

/** `"context":…,"value":…`, the members of a notification. Items are JSON already. */
export function renderListChange(change: Omit<ListChange, "id">): string {
  const { context, removed, added, undone, more } = change;
  const { slot, blockhash } = context;
  return (
    `"context":{"slot":${slot},"blockhash":${JSON.stringify(blockhash)}}` +
    `,"value":{"removed":[${removed.join(",")}],"added":[${added.join(",")}]` +
    `,"undone":${undone},"more":${more}}`
  );
}
