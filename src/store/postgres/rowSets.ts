// Sets of rows in a form that one statement can read.
import type { ClientBase } from "pg";
import type { Row } from "../connection.ts";
import { postgres } from "../dialect.ts";
import { upsertClause } from "../schema/statements.ts";
import type { ColumnType, Table } from "../schema/tables.ts";
import { encodeArray, encodeCopy } from "./binary.ts";
import type { StagedRows } from "./merge.ts";
import { queryRows } from "./statement.ts";

export function findMany(
  client: ClientBase,
  table: Table,
  keys: readonly Row[],
): Promise<readonly Row[]> {
  if (keys.length === 0) return Promise.resolve([]);
  const names = Object.keys(table.columns).map((name) => `t.${name}`);
  const { from, params } = asArrays(table, keys, table.keyColumns);
  const sql = `select ${names.join(", ")} from ${from} join ${table.name} t on ${sameKey(table)}`;
  return queryRows(client, sql, params);
}

export function upsertMany(table: Table, rows: readonly Row[]): StagedRows {
  const columns = Object.entries(table.columns);
  const like = `(like ${table.name} including storage) on commit delete rows`;
  const staged = stage(`new_${table.name}`, like, columns, rows);
  const names = columns.map(([name]) => name).join(", ");
  const merge = `insert into ${table.name} (${names}) select ${names} from ${staged.staging} ${upsertClause(table)}`;
  return { ...staged, merge };
}

export function deleteMany(table: Table, keys: readonly Row[]): StagedRows {
  const columns = firstColumns(table, table.keyColumns);
  const names = columns.map(([name]) => name).join(", ");
  const keysOf = `on commit delete rows as select ${names} from ${table.name} with no data`;
  const staged = stage(`gone_${table.name}`, keysOf, columns, keys);
  const merge = `delete from ${table.name} t using ${staged.staging} s where ${sameKey(table)}`;
  return { ...staged, merge };
}

type Column = readonly [name: string, type: ColumnType];

function stage(
  staging: string,
  definition: string,
  columns: readonly Column[],
  rows: readonly Row[],
): Omit<StagedRows, "merge"> {
  const names = columns.map(([name]) => name).join(", ");
  const types = columns.map(([, type]) => type);
  return {
    staging,
    make: `create temp table if not exists ${staging} ${definition}`,
    copy: `copy ${staging} (${names}) from stdin (format binary)`,
    data: encodeCopy(rows, types),
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
  const names = columns.map(([name]) => name);
  return {
    from: `unnest(${arrays.join(", ")}) as s (${names.join(", ")})`,
    params: columns.map(([, type], i) => encodeArray(rows, i, type)),
  };
}

function firstColumns(table: Table, width: number): Column[] {
  return Object.entries(table.columns).slice(0, width);
}

function sameKey(table: Table): string {
  return firstColumns(table, table.keyColumns)
    .map(([name]) => `t.${name} = s.${name}`)
    .join(" and ");
}
