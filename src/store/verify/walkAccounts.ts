import type { Hash } from "../../domain/values.ts";
import type { Reading, Row } from "../connection.ts";
import { rowToAccount, type StoredAccount } from "../schema/accountRow.ts";
import { accounts, accountsByOwner } from "../schema/tables.ts";
import { StoredTrees } from "../write/treeProgress.ts";

export interface WalkedAccount extends StoredAccount {
  /** It is in the list of its owner's unspent accounts. */
  readonly isListed: boolean;
}

export interface WalkedAccounts {
  readonly accounts: readonly WalkedAccount[];
  /** Rows that are not accounts. */
  readonly unreadable: readonly {
    readonly hash: Hash;
    readonly reason: string;
  }[];
  readonly last: Hash;
}

const ACCOUNTS_OF_A_STEP = 500;

const COLUMNS = Object.keys(accounts.columns);
const SQL = `select ${COLUMNS.map((name) => `a.${name}`).join(", ")}, case when l.key is null then 0 else 1 end
  from ${accounts.name} a left join ${accountsByOwner.name} l on l.key = a.owner and l.position = a.hash
  where a.hash > ? order by a.hash limit ${ACCOUNTS_OF_A_STEP}`;

/** Every account ever created, in chunks, ordered by hash. */
export async function* walkAccounts(
  reading: Reading,
): AsyncGenerator<WalkedAccounts> {
  const { treeOf } = await StoredTrees.load(reading);
  let after: Uint8Array = new Uint8Array(0);
  for (;;) {
    const rows = await reading.all(SQL, [after]);
    if (rows.length === 0) return;
    yield readRows(rows, treeOf);
    after = rows.at(-1)![0] as Uint8Array;
  }
}

function readRows(
  rows: readonly Row[],
  treeOf: StoredTrees["treeOf"],
): WalkedAccounts {
  const accounts: WalkedAccount[] = [];
  const unreadable: { hash: Hash; reason: string }[] = [];
  for (const row of rows) {
    const isListed = row[COLUMNS.length] === 1;
    try {
      accounts.push({ ...rowToAccount(row, treeOf), isListed });
    } catch (error) {
      const reason = (error as Error).message;
      unreadable.push({ hash: row[0] as Hash, reason });
    }
  }
  return { accounts, unreadable, last: rows.at(-1)![0] as Hash };
}
