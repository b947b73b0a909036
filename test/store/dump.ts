import type { Reader } from "../../src/store/reader.ts";
import { selectSql } from "../../src/store/statements.ts";
import {
  allTables,
  backfilledTrees,
  facts,
  ranges,
  trees,
  undo,
} from "../../src/store/tables.ts";

/** These say how we came here, not what the chain holds. */
const OURS = [undo, facts, ranges, backfilledTrees];

/** Every row of every table that blocks write to, as comparable text. */
export async function dump(read: Reader): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of allTables) {
    if (OURS.includes(table)) continue;
    const rows = await read.all(selectSql(table), []);
    tables[table.name] = rows
      .map((row) => row.map(text).join(" "))
      // A tree may be known before it is used: then its numbers are all 0.
      .filter((row) => table !== trees || !row.endsWith(" 0 0 0 0 0 0"))
      .sort();
  }
  return tables;
}

function text(value: unknown): string {
  return value instanceof Uint8Array
    ? Buffer.from(value).toString("hex")
    : String(value);
}
