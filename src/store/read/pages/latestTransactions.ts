import type { Slot } from "../../../domain/values.ts";
import type { Reading } from "../../connection.ts";
import { END } from "./definePages.ts";
import { otherTransactions, transactions } from "../../schema/tables.ts";

/** Two lists read as one, newest first: transactions with compression events, and the others that are kept. */
export async function latestTransactions(
  reading: Reading,
  after: Uint8Array | null,
  limit: number,
): Promise<{ slot: Slot; items: string[] }> {
  const { dialect } = reading;
  const newest = (table: string) =>
    `select position, item from (select position, item from ${table} where position < ? order by position desc ${dialect.limit}) as ${table}_page`;
  const sql = `select (select coalesce(max(slot), 0) from blocks), page.item
     from (select 1 as always) as one left join
       (select position, item from (${newest(transactions.name)} union all ${newest(otherTransactions.name)}) as both_pages
        order by position desc ${dialect.limit}) as page on true
     order by page.position desc`;
  const before = after ?? END;
  const rows = await reading.all(sql, [before, limit, before, limit, limit]);
  return {
    slot: rows[0]![0] as Slot,
    items: rows.flatMap(([, item]) => (item === null ? [] : [item as string])),
  };
}
