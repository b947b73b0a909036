// Sets of rows in a form that one statement can read.
import type { Row } from "../../connection.ts";
import { postgres } from "../../dialect.ts";
import { upsertClause } from "../../schema/statements.ts";
import type { ColumnType, Table } from "../../schema/tables.ts";
import { encodeArray, encodeCopy } from "./binary.ts";
import { type Question, rowsOf } from "./rowReaders.ts";

/** A statement that writes rows. They are in its parameters, or copied behind it. */
export interface RowsToWrite {
  readonly sql: string;
  readonly params: readonly Buffer[];
  readonly copied?: Buffer;
}

export function findMany(
  table: Table,
  keys: readonly Row[],
): Question<readonly Row[]> {
  const names = Object.keys(table.columns).map((name) => `t.${name}`);
  const { from, params } = asArrays(table, keys, table.keyColumns);
  const sql = `select ${names.join(", ")} from ${from} join ${table.name} t on ${sameKey(table)}`;
  return rowsOf(sql, params);
}

/** Copied into the table: half the cost of merging, which looks up each row before it inserts it. */
export function insertMany(table: Table, rows: readonly Row[]): RowsToWrite {
  const columns = Object.entries(table.columns);
  const types = columns.map(([, type]) => type);
  return {
    sql: `copy ${table.name} (${namesOf(columns)}) from stdin (format binary)`,
    params: [],
    copied: encodeCopy(rows, types),
  };
}

export function upsertMany(table: Table, rows: readonly Row[]): RowsToWrite {
  const columns = Object.entries(table.columns);
  const names = namesOf(columns);
  const { from, params } = asArrays(table, rows, columns.length);
  return {
    sql: `insert into ${table.name} (${names}) select ${names} from ${from} ${upsertClause(table)}`,
    params,
  };
}

/** Citus refuses to join tables that are copied to every node with the keys, but not `in`. */
export function deleteMany(table: Table, keys: readonly Row[]): RowsToWrite {
  const names = namesOf(firstColumns(table, table.keyColumns));
  const { from, params } = asArrays(table, keys, table.keyColumns);
  return {
    sql: `delete from ${table.name} where (${names}) in (select ${names} from ${from})`,
    params,
  };
}

/** The first `width` columns of the rows as array parameters, and the relation made of them. */
export function asArrays(
  table: Table,
  rows: readonly Row[],
  width: number,
): { readonly from: string; readonly params: readonly Buffer[] } {
  const columns = firstColumns(table, width);
  const arrays = columns.map(([, type]) => `?::${postgres.types[type]}[]`);
  return {
    from: `unnest(${arrays.join(", ")}) as s (${namesOf(columns)})`,
    params: columns.map(([, type], i) => encodeArray(rows, i, type)),
  };
}

type Column = readonly [name: string, type: ColumnType];

function firstColumns(table: Table, width: number): Column[] {
  return Object.entries(table.columns).slice(0, width);
}

function namesOf(columns: readonly Column[]): string {
  return columns.map(([name]) => name).join(", ");
}

function sameKey(table: Table): string {
  return firstColumns(table, table.keyColumns)
    .map(([name]) => `t.${name} = s.${name}`)
    .join(" and ");
}
