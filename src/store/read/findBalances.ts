import { encodeBase58 } from "../../codecs/base58.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { decodeU128 } from "../../codecs/bigEndian.ts";
import type { Address, Slot } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import { SlotNotKnown } from "../errors.ts";
import type { Page } from "../page.ts";
import { slotPosition } from "../schema/positions.ts";
import {
  lamportBalances,
  lamportChanges,
  type Table,
  tokenBalances,
  tokenChanges,
} from "../schema/tables.ts";

/** Returns a row with the slot even if there is no balance. */
const ALWAYS =
  "select (select coalesce(max(slot), 0) from blocks), b.* from (select 1 as always) as one left join";

export async function findLamports(
  reading: Reading,
  owner: Address,
): Promise<{ slot: Slot; lamports: bigint }> {
  const sql = `${ALWAYS} (select amount from ${lamportBalances.name} where owner = ?) as b on true`;
  const [row] = await reading.all(sql, [owner]);
  const amount = row![1] as Uint8Array | null;
  return { slot: row![0] as Slot, lamports: amount ? decodeU128(amount) : 0n };
}

export interface TokenBalancesRequest {
  readonly owner: Address;
  readonly mint: Address | null;
  readonly after: Uint8Array | null;
  readonly limit: number;
}

/** Balances are stored as sums, not as rendered items, so their page is rendered here. */
export async function tokenBalancesByOwner(
  reading: Reading,
  { owner, mint, after, limit }: TokenBalancesRequest,
): Promise<Page> {
  const sql = `${ALWAYS} (select mint, amount from ${tokenBalances.name}
       where owner = ? and mint > ? ${mint ? "and mint = ?" : ""} order by mint ${reading.dialect.limit}) as b on true order by b.mint`;
  const only = mint ? [mint] : [];
  const rows = await reading.all(sql, [
    owner,
    after ?? new Uint8Array(0),
    ...only,
    limit,
  ]);
  const balances = rows.filter((row) => row[1] !== null);
  const full = balances.length === limit && limit > 0;
  return {
    slot: rows[0]![0] as Slot,
    items: balances.map((row) => renderBalance(row.slice(1))).join(","),
    count: balances.length,
    cursor: full ? (balances.at(-1)![1] as Uint8Array) : null,
    trees: null,
  };
}

function renderBalance([mint, amount]: readonly unknown[]): string {
  return renderSum(mint as Uint8Array, decodeU128(amount as Uint8Array));
}

function renderSum(mint: Uint8Array, balance: bigint): string {
  return `{"mint":"${encodeBase58(mint)}","balance":${balance}}`;
}

/** The same after the last block at or below a slot. `reading` must be a snapshot. */
export async function findLamportsAt(
  reading: Reading,
  owner: Address,
  slot: Slot,
): Promise<bigint> {
  const next = slotPosition(slot + 1);
  const [row] = await reading.all(
    `select (select amount from ${lamportBalances.name} where owner = ?), ${lastBalance(lamportChanges, "c.owner = ?")}`,
    [owner, owner, next],
  );
  const [now, last] = row! as [Uint8Array | null, string | null];
  const at = { next, now, last };
  return balanceOf(reading, lamportChanges, [owner], at, { rows: 0 });
}

/** The same after the last block at or below a slot. `reading` must be a snapshot. */
export async function tokenBalancesByOwnerAt(
  reading: Reading,
  { owner, mint, after, limit }: TokenBalancesRequest,
  slot: Slot,
): Promise<Omit<Page, "slot">> {
  const next = slotPosition(slot + 1);
  const { dialect } = reading;
  const rows = await reading.all(
    `select mint, amount, ${lastBalance(tokenChanges, "c.owner = b.owner and c.mint = b.mint")}
       from ${tokenBalances.name} b
       where owner = ? and mint > ? and coalesce(since, 0) <= ? ${mint ? "and mint = ?" : ""} order by mint ${dialect.limit}`,
    [
      next,
      owner,
      after ?? new Uint8Array(0),
      slot,
      ...(mint ? [mint] : []),
      limit,
    ],
  );
  const items: string[] = [];
  const effort = { rows: 0 };
  for (const row of rows) {
    const [key, now, last] = row as [Uint8Array, Uint8Array, string | null];
    const own = [owner, key];
    const at = { next, now, last };
    const sum = await balanceOf(reading, tokenChanges, own, at, effort);
    items.push(renderSum(key, sum));
  }
  const full = rows.length === limit && limit > 0;
  return {
    items: items.join(","),
    count: rows.length,
    cursor: full ? (rows.at(-1)![0] as Uint8Array) : null,
    trees: null,
  };
}

/** Stands for a balance that is not known because blocks before it are missing. */
const UNKNOWN = "unknown";

/** The balance after the last change before a position; null if there is none. */
function lastBalance(table: Table, ofKey: string): string {
  return `(select coalesce(c.balance, '${UNKNOWN}') from ${table.name} c
    where ${ofKey} and c.position < ? order by c.position desc limit 1)`;
}

interface BalanceAt {
  /** Every position after the slot is at or above this one. */
  readonly next: Uint8Array;
  /** The balance of now. */
  readonly now: Uint8Array | null;
  /** The balance after the last change up to the slot. */
  readonly last: string | null;
}

async function balanceOf(
  reading: Reading,
  table: Table,
  key: readonly Uint8Array[],
  { next, now, last }: BalanceAt,
  effort: Effort,
): Promise<bigint> {
  if (last !== null && last !== UNKNOWN) return BigInt(last);
  const present = now ? decodeU128(now) : 0n;
  const sum = await changesUpToNow(reading, table, [...key, next], effort);
  return sum.balance === null ? present - sum.change : sum.balance;
}

/** What an answer has read so far to add up changes. */
interface Effort {
  rows: number;
}

const STEP_ROWS = 1_000;
/** Adding up this many changes takes about a tenth of a second. */
const MOST_ROWS = 50_000;

/**
 * Adds up the changes from a position on, to one whose balance is known: `balance` is then the one before the position;
 * otherwise all changes up to now. Needed while blocks are missing, and before the first change that is kept.
 */
async function changesUpToNow(
  reading: Reading,
  table: Table,
  from: readonly Uint8Array[],
  effort: Effort,
): Promise<{ change: bigint; balance: bigint | null }> {
  const key = from.slice(0, -1);
  const ofKey = key.map((_, i) => `${Object.keys(table.columns)[i]!} = ?`);
  const sql = `select position, change, balance from ${table.name} where ${ofKey.join(" and ")} and position >= ? order by position ${reading.dialect.limit}`;
  let sum = 0n;
  let next = from.at(-1)!;
  // The first one decides, except while blocks are missing.
  for (let rows = 1; ; rows = STEP_ROWS) {
    const found = await reading.all(sql, [...key, next, rows]);
    for (const [, change, balance] of found) {
      sum += BigInt(change as string);
      if (balance !== null)
        return { change: sum, balance: BigInt(balance as string) - sum };
    }
    if (found.length < rows) return { change: sum, balance: null };
    effort.rows += found.length;
    assertFew(effort);
    next = Buffer.concat([found.at(-1)![0] as Uint8Array, Buffer.of(0)]);
    await nextTurn();
  }
}

function assertFew({ rows }: Effort): void {
  if (rows > MOST_ROWS)
    throw new SlotNotKnown(
      `blocks before it are missing, and more than ${MOST_ROWS} changes of balances since then would have to be added up: ask for fewer mints, for a later slot, or once all blocks are indexed`,
    );
}
