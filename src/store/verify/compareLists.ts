import { decodeU128 } from "../../codecs/bigEndian.ts";
import type { Address, Slot } from "../../domain/values.ts";
import { renderHolder } from "../../render/holder.ts";
import type { Reading, Row } from "../connection.ts";
import { balanceLine, placeOf } from "../past/holderLifetimes.ts";
import { lifetimeOf } from "../past/lifetimes.ts";
import { isOf, pastRowKey, placesOf } from "../past/pastRows.ts";
import { blocksOf, idOf } from "../past/settleHolders.ts";
import {
  accountsByOwner,
  compressedMints,
  holders,
  pastRows,
  type Table,
  tokenBalances,
  tokensByDelegate,
  tokensByOwner,
} from "../schema/tables.ts";
import { listRowsOf } from "../write/accountLists.ts";
import { RowSet } from "./rowSet.ts";
import { walkAccounts } from "./walkAccounts.ts";
import { walkRows } from "./walkRows.ts";

/** The rows of some lists, and those that follow from the rest of the store. */
export class ComparedRows {
  readonly stored = new RowSet();
  readonly expected = new RowSet();
}

/** Lists of accounts and of holders, now and at earlier slots. */
export interface ComparedLists {
  readonly accounts: ComparedRows;
  readonly pastAccounts: ComparedRows;
  readonly holders: ComparedRows;
  readonly pastHolders: ComparedRows;
}

const LISTS_OF_ACCOUNTS: readonly Table[] = [
  accountsByOwner,
  compressedMints,
  tokensByOwner,
  tokensByDelegate,
];
const HOLDERS_OF_A_STEP = 100;

/** Past rows that ended at `from` or before may be gone already, and are left out. */
export async function compareLists(
  reading: Reading,
  from: Slot,
): Promise<ComparedLists> {
  const lists = {
    accounts: new ComparedRows(),
    pastAccounts: new ComparedRows(),
    holders: new ComparedRows(),
    pastHolders: new ComparedRows(),
  };
  await addStored(reading, from, lists);
  await expectAccounts(reading, from, lists);
  await expectHolders(reading, from, lists);
  return lists;
}

async function addStored(
  reading: Reading,
  from: Slot,
  { accounts, pastAccounts, ...ofHolders }: ComparedLists,
): Promise<void> {
  for (const table of LISTS_OF_ACCOUNTS)
    for await (const rows of walkRows(reading, table))
      for (const row of rows) accounts.stored.add([table.name, ...row]);
  for await (const rows of walkRows(reading, holders))
    for (const row of rows) ofHolders.holders.stored.add(row);
  for await (const rows of walkRows(reading, pastRows))
    for (const row of rows) {
      if ((row[4] as Slot) <= from) continue;
      const isHolder = isOf(holders, row[1] as Uint8Array);
      (isHolder ? ofHolders.pastHolders : pastAccounts).stored.add(row);
    }
}

/** An account is in its lists until the block that spends it. */
async function expectAccounts(
  reading: Reading,
  from: Slot,
  { accounts: now, pastAccounts }: ComparedLists,
): Promise<void> {
  for await (const { accounts } of walkAccounts(reading))
    for (const stored of accounts) {
      const { slotCreated, spent } = stored;
      if (!spent)
        for (const [table, row] of listRowsOf(stored))
          now.expected.add([table.name, ...row]);
      const lifetime = spent && lifetimeOf(slotCreated, spent.slot);
      if (!lifetime || lifetime.until <= from) continue;
      for (const place of placesOf(stored))
        pastAccounts.expected.add([
          ...pastRowKey(place, lifetime),
          lifetime.until,
        ]);
    }
}

/** An owner has a balance until the next block that changes it. */
async function expectHolders(
  reading: Reading,
  from: Slot,
  lists: ComparedLists,
): Promise<void> {
  for await (const rows of walkRows(
    reading,
    tokenBalances,
    HOLDERS_OF_A_STEP,
  )) {
    const balances = rows.map(rowToBalance);
    const known = await blocksOf(reading, balances, from);
    for (const each of balances) {
      const line = balanceLine(each.amount, known.get(idOf(each)) ?? []);
      if (each.amount > 0n)
        lists.holders.expected.add(currentRow(each, line.since));
      for (const { balance, lifetime } of line.past)
        if (lifetime.until > from)
          lists.pastHolders.expected.add([
            ...pastRowKey(placeOf(each, balance), lifetime),
            lifetime.until,
          ]);
    }
  }
}

interface Balance {
  readonly owner: Address;
  readonly mint: Address;
  readonly amount: bigint;
}

function rowToBalance([owner, mint, amount]: Row): Balance {
  return {
    owner: owner as Address,
    mint: mint as Address,
    amount: decodeU128(amount as Uint8Array),
  };
}

function currentRow(balance: Balance, since: Slot): Row {
  const [, mint, position] = placeOf(balance, balance.amount);
  return [mint, position, renderHolder(balance.owner, balance.amount), since];
}
