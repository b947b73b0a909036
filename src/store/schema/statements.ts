// The statements every table needs, generated from its definition.
import type { Table } from "./tables.ts";

const columnNames = (table: Table) => Object.keys(table.columns);
const keyNames = (table: Table) =>
  columnNames(table).slice(0, table.keyColumns);
const byKey = (table: Table) =>
  keyNames(table)
    .map((name) => `${name} = ?`)
    .join(" and ");

export function selectSql(table: Table): string {
  return `select ${columnNames(table).join(", ")} from ${table.name}`;
}

export function findSql(table: Table): string {
  return `${selectSql(table)} where ${byKey(table)}`;
}

export function deleteSql(table: Table): string {
  return `delete from ${table.name} where ${byKey(table)}`;
}

/** SQLite only: replaces a row without looking it up first. */
export function replaceSql(table: Table): string {
  const names = columnNames(table);
  const values = names.map(() => "?").join(", ");
  return `replace into ${table.name} (${names.join(", ")}) values (${values})`;
}

/** The end of an insert statement: replaces a row with the same key. */
export function upsertClause(table: Table): string {
  const updates = columnNames(table)
    .slice(table.keyColumns)
    .map((name) => `${name} = excluded.${name}`)
    .join(", ");
  const action = updates === "" ? "nothing" : `update set ${updates}`;
  return `on conflict (${keyNames(table).join(", ")}) do ${action}`;
}
