// Totals of mints and counts for a store of an older version, read once from its rows.
import { decodeU128, decodeU64, encodeU128 } from "../../codecs/bigEndian.ts";
import { mapKey } from "../../codecs/bytes.ts";
import type { Connection, Row } from "../connection.ts";
import { readBalancesFrom } from "../past/kept.ts";
import { slotPosition } from "../schema/positions.ts";
import {
  counts,
  mintNames,
  mintTotals,
  tokenBalances,
  tokenChanges,
  transactions,
} from "../schema/tables.ts";
import { Changes } from "./changes.ts";
import { type Counted, Counts, WIDTHS } from "./counts.ts";

export async function fillCounts(connection: Connection): Promise<void> {
  await fillMints(connection);
  await fillTransactions(connection);
  for (const [name, sql] of COUNT_SQL) {
    const [row] = await connection.all(`select ${sql}`, []);
    const count = Number(row![0]);
    if (count > 0) await connection.upsertMany(counts, [[name, count]]);
  }
}

const COUNT_SQL: readonly (readonly [
  Exclude<Counted, "transactions">,
  string,
])[] = [
  ["accounts", "count(*) from accounts"],
  ["unspentAccounts", "count(*) from accounts where spent_slot is null"],
  ["owners", "count(*) from lamport_balances"],
  ["tokenOwners", "count(distinct owner) from token_balances"],
  ["mints", "count(*) from mint_totals"],
];

interface Total {
  readonly mint: Uint8Array;
  supply: bigint;
  holders: number;
  accounts: number;
}

async function fillMints(connection: Connection): Promise<void> {
  const totals = new Map<string, Total>();
  for await (const rows of allBalances(connection))
    for (const row of rows) addBalance(totals, row);
  // Older versions kept no changes of balances, so the transactions before the upgrade are unknown.
  const isWhole = (await readBalancesFrom(connection)) === 0;
  const counted = isWhole ? await countTransactions(connection) : null;
  const changes = new Changes();
  for (const [id, { mint, supply, holders, accounts }] of totals) {
    const count = counted && (counted.get(id) ?? 0);
    changes.put(mintTotals, [
      ...[mint, encodeU128(supply), holders, count, accounts],
    ]);
    changes.put(mintNames, [mint, null, null, null, null, null, null, 0]);
  }
  await changes.writeTo(connection);
}

function addBalance(totals: Map<string, Total>, row: Row): void {
  const [, mint, bytes, accounts] = row as readonly [
    ...[Uint8Array, Uint8Array, Uint8Array, number],
  ];
  const id = mapKey(mint);
  let total = totals.get(id);
  if (!total)
    totals.set(id, (total = { mint, supply: 0n, holders: 0, accounts: 0 }));
  const amount = decodeU128(bytes);
  total.supply += amount;
  if (amount > 0n) total.holders++;
  total.accounts += accounts;
}

const STEP_ROWS = 10_000;

async function* allBalances(
  connection: Connection,
): AsyncGenerator<readonly Row[]> {
  const { dialect } = connection;
  const sql = `select owner, mint, amount, accounts_seen from ${tokenBalances.name} where (owner, mint) > (?, ?) order by owner, mint ${dialect.limit}`;
  let after: Row = [new Uint8Array(0), new Uint8Array(0)];
  for (let rows: readonly Row[]; ; after = rows.at(-1)!.slice(0, 2)) {
    rows = await connection.all(sql, [...after, STEP_ROWS]);
    yield rows;
    if (rows.length < STEP_ROWS) return;
  }
}

async function countTransactions(
  connection: Connection,
): Promise<Map<string, number>> {
  const rows = await connection.all(
    `select mint, count(*) from (select distinct mint, position from ${tokenChanges.name}) as changed group by mint`,
    [],
  );
  return new Map(
    rows.map(([mint, count]) => [mapKey(mint as Uint8Array), Number(count)]),
  );
}

/** In steps of slots, so that each has few rows. */
async function fillTransactions(connection: Connection): Promise<void> {
  const [ends] = await connection.all(
    "select min(slot), max(slot) from blocks",
    [],
  );
  const [first, last] = ends as readonly [number | null, number | null];
  if (first === null || last === null) return;
  const sql = `select substr(position, 1, 8), count(*) from ${transactions.name} where position >= ? and position < ? group by substr(position, 1, 8)`;
  const step = WIDTHS[2];
  for (let from = first - (first % step); from <= last; from += step) {
    const range = [slotPosition(from), slotPosition(from + step)];
    const found = new Counts();
    for (const [slot, count] of await connection.all(sql, range))
      found.addTransactions(
        Number(decodeU64(slot as Uint8Array)),
        Number(count),
      );
    const changes = new Changes();
    await found.settle(connection, changes);
    await changes.writeTo(connection);
  }
}
