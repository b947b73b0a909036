import type { SetAside } from "../../domain/update.ts";
import type { Signature, Slot } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import { selectSql } from "../schema/statements.ts";
import * as tables from "../schema/tables.ts";

export interface QuarantinedTransaction extends SetAside {
  readonly slot: Slot;
}

/** Transactions set aside after (slot, index), in chain order, one page at a time. */
export async function listQuarantined(
  reading: Reading,
  limit: number,
  after: Pick<QuarantinedTransaction, "slot" | "index"> = {
    slot: -1,
    index: -1,
  },
): Promise<QuarantinedTransaction[]> {
  const sql = reading.dialect.placeholders(
    `${selectSql(tables.quarantine)} where (slot, transaction_index) > (?, ?) order by slot, transaction_index ${reading.dialect.limit}`,
  );
  const rows = await reading.all(sql, [after.slot, after.index, limit]);
  return rows.map((row) => ({
    slot: row[0] as number,
    index: row[1] as number,
    signature: row[2] as Signature | null,
    reason: row[3] as string,
    bytes: row[4] as Uint8Array,
  }));
}
