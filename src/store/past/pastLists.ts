import type { Hash, Slot } from "../../domain/values.ts";
import { renderAccount, renderTokenAccount } from "../../render/account.ts";
import { renderHolderAt } from "../../render/holder.ts";
import { matchesFilter, sliceAccountData } from "../../render/accountData.ts";
import { mapKey } from "../../codecs/bytes.ts";
import type { Reading, Row } from "../connection.ts";
import type { Direction } from "../dialect.ts";
import type { AccountPageRequest } from "../page.ts";
import { findAccountsInSteps } from "../read/findManyAccounts.ts";
import type { StoredAccount } from "../schema/accountRow.ts";
import * as tables from "../schema/tables.ts";
import type { Table } from "../schema/tables.ts";

/** A row of the list as of a slot: a current one, or a past one, of which only the position is stored. */
export interface RowAtSlot {
  readonly position: Uint8Array;
  readonly now: Row | null;
}

/** The properties of a list that pages at a slot need. */
export interface PastList {
  readonly table: Table;
  readonly direction: Direction;
  /** All positions of a list have the same length in bytes. */
  readonly positionSize: number;
  /** Columns of current rows, besides the position. */
  readonly columns: readonly string[];
  /** The slot in which a current row was created; null where the column `since` has it, and no items need to be read. */
  readonly since: ((row: Row) => Slot) | null;
  /** The items of these rows; null for rows that do not match the request. */
  readonly items: (
    reading: Reading,
    rows: readonly RowAtSlot[],
  ) => Promise<(string | null)[]>;
}

const SLOT_CREATED = '"slotCreated":';

/** An account never changes, so it exists since the slot in its item. */
function slotCreated([, item]: Row): Slot {
  const text = item as string;
  return parseInt(
    text.slice(text.lastIndexOf(SLOT_CREATED) + SLOT_CREATED.length),
  );
}

function tokenList(table: Table): PastList {
  return {
    table,
    direction: "asc",
    positionSize: 64,
    columns: ["item"],
    since: slotCreated,
    items: (reading, rows) =>
      itemsOf(reading, rows, (account) => renderTokens(account)),
  };
}

export const tokensByOwner = tokenList(tables.tokensByOwner);
export const tokensByDelegate = tokenList(tables.tokensByDelegate);

/** The list for a request with filters or a slice of the data. */
export function accountsByOwner({
  filters,
  dataSlice,
}: Pick<AccountPageRequest, "filters" | "dataSlice">): PastList {
  const slice = (item: string): string =>
    dataSlice ? sliceAccountData(item, dataSlice) : item;
  const isAsked = (data: Uint8Array | null) =>
    filters.every((filter) => matchesFilter(filter, data));
  return {
    table: tables.accountsByOwner,
    direction: "asc",
    positionSize: 32,
    columns: ["item", "data"],
    since: slotCreated,
    items: (reading, rows) =>
      itemsOf(
        reading,
        rows,
        ({ account, slotCreated }) =>
          isAsked(account.data?.data ?? null)
            ? slice(renderAccount(account, slotCreated))
            : null,
        ([, item, data]) =>
          isAsked(data as Uint8Array | null) ? slice(item as string) : null,
      ),
  };
}

export const holders: PastList = {
  table: tables.holders,
  direction: "desc",
  positionSize: 40,
  columns: [],
  since: null,
  items: (_, rows) =>
    Promise.resolve(rows.map(({ position }) => renderHolderAt(position))),
};

function renderTokens({ account, slotCreated }: StoredAccount): string {
  return renderTokenAccount(
    renderAccount(account, slotCreated),
    account.token!,
  );
}

/** Spent accounts are looked up and rendered again. */
async function itemsOf(
  reading: Reading,
  rows: readonly RowAtSlot[],
  itemOfSpent: (account: StoredAccount) => string | null,
  itemOfNow = ([, item]: Row): string | null => item as string,
): Promise<(string | null)[]> {
  const hashes = rows
    .filter(({ now }) => now === null)
    .map(({ position }) => position.subarray(-32) as Hash);
  const spent = new Map<string, StoredAccount>();
  if (hashes.length > 0) {
    const found = await findAccountsInSteps(reading, {
      hashes,
      spentToo: true,
    });
    for (const each of found.accounts)
      spent.set(mapKey(each.account.hash), each);
  }
  return rows.map(({ position, now }) =>
    now
      ? itemOfNow(now)
      : itemOfSpent(spent.get(mapKey(position.subarray(-32)))!),
  );
}
