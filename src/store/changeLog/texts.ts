// The text of items that a transaction took out of the store or changed, so that older changes can still be shown.
import type { StoredAccount } from "../schema/accountRow.ts";
import { renderAccount, renderTokenData } from "../../render/account.ts";
import type { Row } from "../connection.ts";
import * as tables from "../schema/tables.ts";
import type { Table } from "../schema/tables.ts";

/** An item, and the token data of an account that has some. */
export type ItemText = readonly [item: string, tokenData?: string];

/** What an item shows: an account, a transaction, or a change of a balance. Lists that show the same share its text. */
export type Thing = string;

export function accountThing(hash: Uint8Array): Thing {
  return `a${Buffer.from(hash).toString("base64")}`;
}

export function transactionThing(position: Uint8Array): Thing {
  return `t${Buffer.from(position).toString("base64")}`;
}

/** `key` is owner ‖ mint. */
export function balanceChangeThing(
  key: Uint8Array,
  position: Uint8Array,
): Thing {
  return `b${Buffer.concat([key, position]).toString("base64")}`;
}

export function textOfAccount({
  account,
  slotCreated,
}: StoredAccount): ItemText {
  const item = renderAccount(account, slotCreated);
  return account.token ? [item, renderTokenData(account.token)] : [item];
}

/** The thing and the text of a row of a table that keeps no former rows; null for other tables. */
export function textOfRow(table: Table, row: Row): [Thing, ItemText] | null {
  if (table === tables.transactions)
    return [transactionThing(row[0] as Uint8Array), [row[1] as string]];
  if (table !== tables.tokenChanges) return null;
  const key = Buffer.concat([row[0] as Uint8Array, row[1] as Uint8Array]);
  const thing = balanceChangeThing(key, row[2] as Uint8Array);
  return [thing, [textOfBalanceChange(row.slice(3))]];
}

/** From the columns change, balance and item. */
export function textOfBalanceChange([change, balance, item]: Row): string {
  return `${String(item)}${String(change)},"balance":${String(balance)}}`;
}

export function encodeTexts(
  texts: ReadonlyMap<Thing, ItemText>,
): string | null {
  return texts.size === 0 ? null : JSON.stringify([...texts]);
}

export function decodeTexts(text: string | null): Map<Thing, ItemText> {
  const entries =
    text === null ? [] : (JSON.parse(text) as [Thing, ItemText][]);
  return new Map(entries);
}
