// Counts of what the store holds, kept by the transactions that change it: counting ten million rows takes seconds.
import type { Slot } from "../../domain/values.ts";
import type { Connection, Row } from "../connection.ts";
import { counts, type Table, transactionCounts } from "../schema/tables.ts";
import { type Changes, rowKey } from "./changes.ts";

/**
 * `accounts` were ever created. `owners` have or had accounts: programs and wallets. `tokenOwners` have or had token
 * accounts, and `mints` had tokens in them.
 */
export const COUNTED = [
  "transactions",
  "accounts",
  "unspentAccounts",
  "owners",
  "tokenOwners",
  "mints",
] as const;
export type Counted = (typeof COUNTED)[number];

/** Each width is 32 of the one before, so that few rows cover any range of slots, about 50 days at the largest. */
export const WIDTHS = [2 ** 8, 2 ** 13, 2 ** 18, 2 ** 23] as const;

/** What a batch of blocks adds to the counts. */
export class Counts {
  readonly #sums = new Map<Counted, number>();
  readonly #bySlots = new Map<Slot, number>();

  add(name: Counted, count: number): void {
    this.#sums.set(name, (this.#sums.get(name) ?? 0) + count);
  }

  addTransactions(slot: Slot, count: number): void {
    this.add("transactions", count);
    const first = slot - (slot % WIDTHS[0]);
    this.#bySlots.set(first, (this.#bySlots.get(first) ?? 0) + count);
  }

  async settle(connection: Connection, changes: Changes): Promise<void> {
    const sums = [...this.#sums].map(([name, sum]): Row => [name, sum]);
    await addTo(connection, changes, counts, sums);
    await addTo(connection, changes, transactionCounts, this.#rows());
  }

  #rows(): Row[] {
    return WIDTHS.flatMap((width) => {
      const sums = new Map<Slot, number>();
      for (const [slot, count] of this.#bySlots) {
        const first = slot - (slot % width);
        sums.set(first, (sums.get(first) ?? 0) + count);
      }
      return [...sums].map(([first, sum]): Row => [width, first, sum]);
    });
  }
}

/** Rows at 0 are removed, so that undoing blocks leaves nothing of them. */
async function addTo(
  connection: Connection,
  changes: Changes,
  table: Table,
  rows: readonly Row[],
): Promise<void> {
  const at = table.keyColumns;
  const added = rows.filter((row) => row[at] !== 0);
  const keys = added.map((row) => row.slice(0, at));
  const stored = new Map<string, number>();
  for (const row of await connection.findMany(table, keys))
    stored.set(rowKey(row, at), row[at] as number);
  for (const row of added) {
    const sum = (stored.get(rowKey(row, at)) ?? 0) + (row[at] as number);
    const key = row.slice(0, at);
    if (sum === 0) changes.remove(table, key);
    else changes.put(table, [...key, sum]);
  }
}
