// Reads the current text of items from the store.
import type { Hash } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import { inChunks, padded, paddedKeys, placeholdersFor } from "../inLists.ts";
import { findAccountsInSteps } from "../read/findManyAccounts.ts";
import * as tables from "../schema/tables.ts";
import {
  accountItemId,
  type ItemText,
  textOfAccount,
  textOfRow,
  type ItemId,
  transactionItemId,
} from "./texts.ts";

/** What to look up: hashes of accounts, positions of transactions, and keys (owner ‖ mint, position) of balance changes. */
export interface WantedTexts {
  readonly accounts: Uint8Array[];
  readonly transactions: Uint8Array[];
  readonly balanceChanges: (readonly [Uint8Array, Uint8Array])[];
}

/** `reading` must be a snapshot. */
export async function findTexts(
  reading: Reading,
  { accounts, transactions, balanceChanges }: WantedTexts,
): Promise<Map<ItemId, ItemText>> {
  const found = new Map<ItemId, ItemText>();
  if (accounts.length > 0) {
    const hashes = accounts as Hash[];
    const query = { hashes, spentToo: true };
    const all = await findAccountsInSteps(reading, query);
    for (const each of all.accounts)
      found.set(accountItemId(each.account.hash), textOfAccount(each));
  }
  for (const part of inChunks(transactions, 64)) {
    const keys = paddedKeys(part);
    const sql = `select position, item from ${tables.transactions.name} where position in (${placeholdersFor(keys)})`;
    for (const row of await reading.all(sql, keys))
      found.set(transactionItemId(row[0] as Uint8Array), [row[1] as string]);
  }
  const { bytes } = reading.dialect.types;
  const columns = Object.keys(tables.tokenChanges.columns)
    .map((name) => `t.${name}`)
    .join(", ");
  for (const part of inChunks(balanceChanges, 64)) {
    const keys = padded(part, NO_KEY);
    const one = `select cast(? as ${bytes}) as o, cast(? as ${bytes}) as m, cast(? as ${bytes}) as p`;
    const sql = `select distinct ${columns} from (${keys.map(() => one).join(" union all ")}) as wanted
      join ${tables.tokenChanges.name} t on t.owner = o and t.mint = m and t.position = p`;
    const values = keys.flatMap(([key, position]) => {
      return [key.subarray(0, 32), key.subarray(32), position];
    });
    for (const row of await reading.all(sql, values)) {
      const [id, text] = textOfRow(tables.tokenChanges, row)!;
      found.set(id, text);
    }
  }
  return found;
}

const NOTHING = new Uint8Array(0);
const NO_KEY = [NOTHING, NOTHING] as const;
