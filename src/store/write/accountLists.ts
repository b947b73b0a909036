// The rows of an unspent account in the lists of accounts, tokens and mints.
import { compressedMintOf } from "../../codecs/compressedMint.ts";
import { renderAccount, renderTokenAccount } from "../../render/account.ts";
import type { KeptIndexes } from "../filterIndexes/definition.ts";
import type { StoredAccount } from "../schema/accountRow.ts";
import { tokenPosition } from "../schema/positions.ts";
import * as tables from "../schema/tables.ts";
import type { Changes } from "./changes.ts";

export function addToLists(
  changes: Changes,
  indexes: KeptIndexes,
  { account, slotCreated }: StoredAccount,
): void {
  const { hash, owner, data, token } = account;
  const bytes = data?.data ?? null;
  const item = renderAccount(account, slotCreated);
  changes.add(tables.accountsByOwner, [owner, hash, bytes, item]);
  for (const list of indexes.listsOf(owner, bytes))
    changes.add(tables.accountsByWindow, [list, hash, bytes, item]);
  const mint = compressedMintOf(account);
  if (mint) changes.add(tables.compressedMints, [mint, hash, item]);
  if (!token) return;
  const tokenItem = renderTokenAccount(item, token);
  const position = tokenPosition(token, hash);
  changes.add(tables.tokensByOwner, [token.owner, position, tokenItem]);
  if (!token.delegate) return;
  changes.add(tables.tokensByDelegate, [token.delegate, position, tokenItem]);
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
