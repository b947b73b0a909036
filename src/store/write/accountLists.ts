// The rows of an unspent account in the lists of accounts, tokens and mints.
import { compressedMintOf } from "../../codecs/accounts/compressedMint.ts";
import { renderAccount, renderTokenAccount } from "../../render/account.ts";
import type { Row } from "../connection.ts";
import type { KeptIndexes } from "../filterIndexes/definition.ts";
import type { StoredAccount } from "../schema/accountRow.ts";
import { tokenPosition } from "../schema/positions.ts";
import * as tables from "../schema/tables.ts";
import type { Table } from "../schema/tables.ts";
import type { Changes } from "./changes.ts";

/** The rows, the one in the list of the account's owner first; without those of filter indexes. */
export function listRowsOf({
  account,
  slotCreated,
}: StoredAccount): (readonly [Table, Row])[] {
  const { hash, owner, data, token } = account;
  const item = renderAccount(account, slotCreated);
  const rows: (readonly [Table, Row])[] = [
    [tables.accountsByOwner, [owner, hash, data?.data ?? null, item]],
  ];
  const mint = compressedMintOf(account);
  if (mint) rows.push([tables.compressedMints, [mint, hash, item]]);
  if (!token) return rows;
  const tokenItem = renderTokenAccount(item, token);
  const position = tokenPosition(token, hash);
  rows.push([tables.tokensByOwner, [token.owner, position, tokenItem]]);
  if (token.delegate)
    rows.push([tables.tokensByDelegate, [token.delegate, position, tokenItem]]);
  return rows;
}

export function addToLists(
  changes: Changes,
  indexes: KeptIndexes,
  stored: StoredAccount,
): void {
  const { owner, data } = stored.account;
  const rows = listRowsOf(stored);
  for (const [table, row] of rows) changes.add(table, row);
  const [, ...ofAccount] = rows[0]![1];
  for (const list of indexes.listsOf(owner, data?.data ?? null))
    changes.add(tables.accountsByWindow, [list, ...ofAccount]);
}

export function removeFromLists(
  changes: Changes,
  indexes: KeptIndexes,
  { account }: StoredAccount,
): void {
  const { hash, owner, data, token } = account;
  changes.remove(tables.accountsByOwner, [owner, hash]);
  for (const list of indexes.listsOf(owner, data?.data ?? null))
    changes.remove(tables.accountsByWindow, [list, hash]);
  const mint = compressedMintOf(account);
  if (mint) changes.remove(tables.compressedMints, [mint, hash]);
  if (!token) return;
  const position = tokenPosition(token, hash);
  changes.remove(tables.tokensByOwner, [token.owner, position]);
  if (!token.delegate) return;
  changes.remove(tables.tokensByDelegate, [token.delegate, position]);
}
