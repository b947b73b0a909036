import type { HistoryKept } from "../../domain/historyKept.ts";
import type { Address } from "../../domain/values.ts";
import { decodeU128 } from "../../codecs/bigEndian.ts";
import type { Connection, Row } from "../connection.ts";
import { Changes } from "../write/changes.ts";
import { readFact } from "../write/facts.ts";
import { readHead } from "../write/head.ts";
import { StoredTrees } from "../write/treeProgress.ts";
import { rowToAccount } from "../schema/accountRow.ts";
import { selectSql } from "../schema/statements.ts";
import {
  accounts,
  facts,
  type Table,
  tokenBalances,
} from "../schema/tables.ts";
import { addPastHolder, balanceLine } from "./holderLifetimes.ts";
import {
  HISTORY_FROM,
  HISTORY_REBUILD,
  HISTORY_SETTING,
  type Rebuild,
  readHistoryFrom,
  readRebuild,
  wantedFrom,
} from "./kept.ts";
import { lifetimeOf } from "./lifetimes.ts";
import { addPastRow, placesOf } from "./pastRows.ts";
import { blocksOf, idOf } from "./settleHolders.ts";

/** Rows of a step: a few dozen milliseconds. */
const STEP_ROWS = { accounts: 1_000, token_balances: 100 } as const;

/**
 * Makes the past rows that a shorter history setting has removed, once a longer one is set. They follow from the spent
 * accounts, which stay in the store with both of their slots, and from the changes of balances. One step; false when
 * nothing is left.
 */
export function rebuildPast(
  connection: Connection,
  kept: HistoryKept,
): Promise<boolean> {
  return connection.transaction(async () => {
    const rebuild =
      (await readRebuild(connection)) ?? (await begin(connection, kept));
    if (!rebuild) return false;
    const next = await step(connection, rebuild);
    if (next) await save(connection, next);
    else await finish(connection, rebuild);
    return next !== null;
  });
}

/** Where the next step continues; null at the end. */
async function step(
  connection: Connection,
  rebuild: Rebuild,
): Promise<Rebuild | null> {
  const changes = new Changes({ repeats: true });
  const isOfAccounts = rebuild.of === "accounts";
  const table = isOfAccounts ? accounts : tokenBalances;
  const rows = await rowsAfter(connection, table, rebuild);
  if (isOfAccounts) await addAccounts(connection, changes, rows, rebuild);
  else await addHolders(connection, changes, rows, rebuild);
  await changes.writeTo(connection);
  if (rows.length === STEP_ROWS[rebuild.of]) {
    const key = rows.at(-1)!.slice(0, table.keyColumns) as Uint8Array[];
    const after = key.map((part) => Buffer.from(part).toString("hex"));
    return { ...rebuild, after };
  }
  return isOfAccounts
    ? { to: rebuild.to, of: "token_balances", after: ["", ""] }
    : null;
}

async function rowsAfter(
  connection: Connection,
  table: Table,
  { of, after }: Rebuild,
): Promise<readonly Row[]> {
  const key = Object.keys(table.columns).slice(0, table.keyColumns).join(", ");
  const { dialect } = connection;
  const marks = after.map(() => "?").join(", ");
  return connection.all(
    `${selectSql(table)} where (${key}) > (${marks}) order by ${key} ${dialect.limit}`,
    [...after.map((part) => Buffer.from(part, "hex")), STEP_ROWS[of]],
  );
}

async function addAccounts(
  connection: Connection,
  changes: Changes,
  rows: readonly Row[],
  { to }: Rebuild,
): Promise<void> {
  const { treeOf } = await StoredTrees.load(connection);
  for (const row of rows) {
    const stored = rowToAccount(row, treeOf);
    const { slotCreated, spent } = stored;
    if (!spent || spent.slot <= to) continue;
    const lifetime = lifetimeOf(slotCreated, spent.slot);
    if (!lifetime) continue;
    for (const place of placesOf(stored)) addPastRow(changes, place, lifetime);
  }
}

async function addHolders(
  connection: Connection,
  changes: Changes,
  rows: readonly Row[],
  { to }: Rebuild,
): Promise<void> {
  if (rows.length === 0) return;
  const holders = rows.map(([owner, mint, amount]) => ({
    owner: owner as Address,
    mint: mint as Address,
    balance: decodeU128(amount as Uint8Array),
  }));
  const known = await blocksOf(connection, holders, to);
  for (const each of holders) {
    const { past } = balanceLine(each.balance, known.get(idOf(each)) ?? []);
    for (const row of past)
      if (row.lifetime.until > to) addPastHolder(changes, each, row);
  }
}

async function begin(
  connection: Connection,
  kept: HistoryKept,
): Promise<Rebuild | null> {
  // Only after the setting has changed: the first slot of a duration varies with the measured slot time.
  const setting = JSON.stringify(kept);
  if ((await readFact(connection, HISTORY_SETTING)) === setting) return null;
  const head = await readHead(connection);
  if (!head) return null;
  await connection.upsertMany(facts, [[HISTORY_SETTING, setting]]);
  const from = await readHistoryFrom(connection);
  const to = await wantedFrom(connection, head.slot, kept);
  if (to >= from) return null;
  const rebuild = { to, of: "accounts", after: [""] } as const;
  await save(connection, rebuild);
  return rebuild;
}

async function save(connection: Connection, rebuild: Rebuild): Promise<void> {
  const text = JSON.stringify(rebuild);
  await connection.upsertMany(facts, [[HISTORY_REBUILD, text]]);
}

async function finish(connection: Connection, { to }: Rebuild): Promise<void> {
  await connection.upsertMany(facts, [[HISTORY_FROM, String(to)]]);
  await connection.deleteMany(facts, [[HISTORY_REBUILD]]);
}
