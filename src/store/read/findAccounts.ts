import type { Address, Hash, Slot } from "../../domain/values.ts";
import { rowToAccount, type StoredAccount } from "../schema/accountRow.ts";
import { paddedKeys, placeholdersFor } from "../inLists.ts";
import type { Reading } from "../connection.ts";
import { type KnownTrees, parseTrees, treesColumn } from "./knownTrees.ts";
import { accounts } from "../schema/tables.ts";

export interface FoundAccounts {
  readonly slot: Slot;
  readonly trees: KnownTrees;
  /** In no particular order, without unknown keys. */
  readonly accounts: readonly StoredAccount[];
}

export interface AccountQuery {
  readonly hashes?: readonly Hash[];
  readonly addresses?: readonly Address[];
  /** Whether to include spent accounts. */
  readonly spentToo?: boolean;
}

/** The accounts with these hashes and these addresses (either list may be left out), and the slot they were read at. */
export async function findAccounts(
  reading: Reading,
  { hashes, addresses, spentToo = false }: AccountQuery,
): Promise<FoundAccounts> {
  const conditions = spentToo ? [] : ["a.spent_slot is null"];
  const values: Uint8Array[] = [];
  for (const [column, keys] of [
    ["hash", hashes],
    ["address", addresses],
  ] as const) {
    if (!keys) continue;
    const asked = paddedKeys(keys);
    conditions.push(`a.${column} in (${placeholdersFor(asked)})`);
    values.push(...asked);
  }
  const sql = lookupSql(reading, conditions.join(" and "));
  const rows = await reading.all(sql, values);
  const head = rows.find((row) => row[2] === null)!;
  const trees = parseTrees(head[1] as string | null);
  return {
    slot: head[0] as Slot,
    trees,
    accounts: rows
      .filter((row) => row !== head)
      .map((row) => rowToAccount(row.slice(2), trees.treeOf)),
  };
}

/** First a row with the slot and the trees, even if no account is found, then the accounts. */
function lookupSql({ dialect }: Reading, condition: string): string {
  const columns = Object.keys(accounts.columns).map((name) => `a.${name}`);
  return `select (select coalesce(max(slot), 0) from blocks), ${treesColumn(dialect)}, ${columns.map(() => "null").join(", ")}
     union all select 0, null, ${columns.join(", ")} from ${accounts.name} a where ${condition}`;
}
