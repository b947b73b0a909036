import type { Reading, Row } from "../connection.ts";
import { selectSql } from "../schema/statements.ts";
import type { Table } from "../schema/tables.ts";

const ROWS_OF_A_STEP = 1_000;

/** All rows of a table in chunks, in the order of its key. */
export async function* walkRows(
  reading: Reading,
  table: Table,
  size = ROWS_OF_A_STEP,
): AsyncGenerator<readonly Row[]> {
  const columns = Object.entries(table.columns).slice(0, table.keyColumns);
  const key = columns.map(([name]) => name).join(", ");
  const marks = columns.map(() => "?").join(", ");
  const sql = `${selectSql(table)} where (${key}) > (${marks}) order by ${key} limit ${size}`;
  let after: Row = columns.map(([, type]) =>
    type === "integer" ? -1 : new Uint8Array(0),
  );
  for (;;) {
    const rows = await reading.all(sql, after);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1)!.slice(0, table.keyColumns);
  }
}
