import { mapKey } from "../../../codecs/bytes.ts";
import type { Address } from "../../../domain/values.ts";
import type { Connection, Reading } from "../../connection.ts";
import { inChunks, padded, placeholdersFor } from "../../inLists.ts";
import { tokenBalances } from "../../schema/tables.ts";
import type { Settled } from "./balanceRows.ts";
import type { Counts } from "../counts.ts";

/** How many owners get their first balance. Call it before the balances are written. */
export function countFirstBalances(
  connection: Connection,
  settled: readonly Settled[],
): Promise<number> {
  const made = settled.filter(({ existed, row }) => row && !existed);
  return countWithout(connection, ownersOf(made));
}

/** Counts owners that lose their last balance, which only an undone block takes. Call it after the balances are written. */
export async function countLastBalances(
  connection: Connection,
  settled: readonly Settled[],
  counts: Counts,
): Promise<void> {
  const gone = settled.filter(({ existed, row }) => existed && !row);
  counts.add("tokenOwners", -(await countWithout(connection, ownersOf(gone))));
}

function ownersOf(settled: readonly Settled[]): readonly Address[] {
  const owners = settled.map(({ key }) => key[0] as Address);
  return [...new Map(owners.map((owner) => [mapKey(owner), owner])).values()];
}

/** How many of the owners have no balance. */
async function countWithout(
  reading: Reading,
  owners: readonly Address[],
): Promise<number> {
  let count = 0;
  for (const part of inChunks(owners)) {
    const keys = padded(part, part[0]!);
    // Citus refuses to look for each owner with a subquery.
    const [row] = await reading.all(
      `select count(distinct owner) from ${tokenBalances.name} where owner in (${placeholdersFor(keys)})`,
      keys,
    );
    count += part.length - Number(row![0]);
  }
  return count;
}
