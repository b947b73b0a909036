import { hash } from "node:crypto";
import type { Address, Slot } from "../../domain/values.ts";
import { decodeU128 } from "../../codecs/bigEndian.ts";
import type { Reading, Row } from "../connection.ts";
import { balanceLine, placeOf } from "../past/holderLifetimes.ts";
import { lifetimeOf } from "../past/lifetimes.ts";
import { isOf, pastRowKey, placesOf } from "../past/pastRows.ts";
import { blocksOf, idOf } from "../past/settleHolders.ts";
import { holders, pastRows, tokenBalances } from "../schema/tables.ts";
import { walkAccounts } from "./walkAccounts.ts";

/** The past rows of some lists, and those that follow from the rest of the store. */
export interface ComparedPast {
  readonly stored: RowSet;
  readonly expected: RowSet;
}

/** Rows are counted and their hashes added up, in any order, so that no set is held in memory. */
export class RowSet {
  count = 0;
  #sum = 0;

  add(row: Row): void {
    const text = row.map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value,
    );
    const digest = hash("sha1", text.join(" "), "buffer");
    this.count++;
    this.#sum = (this.#sum + digest.readUIntBE(0, 6)) % 2 ** 48;
  }

  equals(other: RowSet): boolean {
    return this.count === other.count && this.#sum === other.#sum;
  }
}

const ROWS_OF_A_STEP = 1_000;
const HOLDERS_OF_A_STEP = 100;

/** Rows that ended at `from` or before may be gone already, and are left out. */
export async function comparePast(
  reading: Reading,
  from: Slot,
): Promise<{ accounts: ComparedPast; holders: ComparedPast }> {
  const past = {
    accounts: { stored: new RowSet(), expected: new RowSet() },
    holders: { stored: new RowSet(), expected: new RowSet() },
  };
  for await (const row of walkPastRows(reading)) {
    if ((row[4] as Slot) <= from) continue;
    const isHolder = isOf(holders, row[1] as Uint8Array);
    past[isHolder ? "holders" : "accounts"].stored.add(row);
  }
  await addAccounts(reading, from, past.accounts.expected);
  await addHolders(reading, from, past.holders.expected);
  return past;
}

async function* walkPastRows(reading: Reading): AsyncGenerator<Row> {
  const sql = `select node, list, position, since, until from ${pastRows.name}
     where (node, list, position, since) > (?, ?, ?, ?)
     order by node, list, position, since limit ${ROWS_OF_A_STEP}`;
  const none = new Uint8Array(0);
  for (let after: Row = [-1, none, none, 0]; ;) {
    const rows = await reading.all(sql, after);
    yield* rows;
    if (rows.length < ROWS_OF_A_STEP) return;
    after = rows.at(-1)!.slice(0, 4);
  }
}

/** A spent account was in its lists until the block that spent it. */
async function addAccounts(
  reading: Reading,
  from: Slot,
  expected: RowSet,
): Promise<void> {
  for await (const { accounts } of walkAccounts(reading))
    for (const stored of accounts) {
      const { slotCreated, spent } = stored;
      const lifetime = spent && lifetimeOf(slotCreated, spent.slot);
      if (!lifetime || lifetime.until <= from) continue;
      for (const place of placesOf(stored))
        expected.add([...pastRowKey(place, lifetime), lifetime.until]);
    }
}

/** An owner had a balance until the next block that changed it. */
async function addHolders(
  reading: Reading,
  from: Slot,
  expected: RowSet,
): Promise<void> {
  for await (const part of walkBalances(reading)) {
    const known = await blocksOf(reading, part, from);
    for (const each of part) {
      const blocks = known.get(idOf(each)) ?? [];
      for (const { balance, lifetime } of balanceLine(each.amount, blocks).past)
        if (lifetime.until > from) {
          const key = pastRowKey(placeOf(each, balance), lifetime);
          expected.add([...key, lifetime.until]);
        }
    }
  }
}

interface Balance {
  readonly owner: Address;
  readonly mint: Address;
  readonly amount: bigint;
}

async function* walkBalances(reading: Reading): AsyncGenerator<Balance[]> {
  const sql = `select owner, mint, amount from ${tokenBalances.name} where (owner, mint) > (?, ?)
     order by owner, mint limit ${HOLDERS_OF_A_STEP}`;
  const none = new Uint8Array(0);
  for (let after: Row = [none, none]; ;) {
    const rows = await reading.all(sql, after);
    if (rows.length === 0) return;
    yield rows.map(([owner, mint, amount]) => ({
      owner: owner as Address,
      mint: mint as Address,
      amount: decodeU128(amount as Uint8Array),
    }));
    after = rows.at(-1)!.slice(0, 2);
  }
}
