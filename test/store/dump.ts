import type { Reader } from "../../src/store/reader.ts";
import { selectSql } from "../../src/store/statements.ts";
import { allTables, facts, trees, undo } from "../../src/store/tables.ts";

/** Every row of every table that blocks write to, as comparable text. */
export async function dump(read: Reader): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of allTables) {
    // The undo log and facts say how we came here, and a tree may be known before it is used.
    if (table === undo || table === facts || table === trees) continue;
    const rows = await read.all(selectSql(table), []);
    tables[table.name] = rows.map((row) => row.map(text).join(" ")).sort();
  }
  return tables;
}

function text(value: unknown): string {
  return value instanceof Uint8Array
    ? Buffer.from(value).toString("hex")
    : String(value);
}
