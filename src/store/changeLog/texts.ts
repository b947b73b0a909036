// The text of items that a transaction removed or changed, so that older changes can still be rendered.
import type { StoredAccount } from "../schema/accountRow.ts";
import { renderAccount, renderTokenData } from "../../render/account.ts";
import type { Row } from "../connection.ts";
import * as tables from "../schema/tables.ts";
import type { Table } from "../schema/tables.ts";

/** The text of an item and, for a token account, of its token data. */
export type ItemText = readonly [item: string, tokenData?: string];

/** Identifies an account, a transaction or a change of a balance. All lists that contain it share its text. */
export type ItemId = string;

export function accountItemId(hash: Uint8Array): ItemId {
  return `a${Buffer.from(hash).toString("base64")}`;
}

export function transactionItemId(position: Uint8Array): ItemId {
  return `t${Buffer.from(position).toString("base64")}`;
}

/** `key` is owner ‖ mint. */
export function balanceChangeItemId(
  key: Uint8Array,
  position: Uint8Array,
): ItemId {
  return `b${Buffer.concat([key, position]).toString("base64")}`;
}

export function textOfAccount({
  account,
  slotCreated,
}: StoredAccount): ItemText {
  const item = renderAccount(account, slotCreated);
  return account.token ? [item, renderTokenData(account.token)] : [item];
}

/** The id and text of a row of a table that keeps no former rows; null for other tables. */
export function textOfRow(table: Table, row: Row): [ItemId, ItemText] | null {
  if (table === tables.transactions)
    return [transactionItemId(row[0] as Uint8Array), [row[1] as string]];
  if (table !== tables.tokenChanges) return null;
  const key = Buffer.concat([row[0] as Uint8Array, row[1] as Uint8Array]);
  const id = balanceChangeItemId(key, row[2] as Uint8Array);
  return [id, [textOfBalanceChange(row.slice(3))]];
}

/** From the columns change, balance and item. */
function textOfBalanceChange([change, balance, item]: Row): string {
  return `${String(item)}${String(change)},"balance":${String(balance)}}`;
}

export function encodeTexts(
  texts: ReadonlyMap<ItemId, ItemText>,
): string | null {
  return texts.size === 0 ? null : JSON.stringify([...texts]);
}

export function decodeTexts(text: string | null): Map<ItemId, ItemText> {
  const entries =
    text === null ? [] : (JSON.parse(text) as [ItemId, ItemText][]);
  return new Map(entries);
}
