// Sets of rows in a form that one statement can read.
import type { ClientBase } from "pg";
import type { Row } from "../../connection.ts";
import { postgres } from "../../dialect.ts";
import { upsertClause } from "../../schema/statements.ts";
import type { ColumnType, Table } from "../../schema/tables.ts";
import { encodeArray, encodeCopy } from "./binary.ts";
import type { SentRows } from "./sendRows.ts";
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

/** Copied into the table: half the cost of merging, which looks up each row before it inserts it. */
export function insertMany(table: Table, rows: readonly Row[]): SentRows {
  return copyInto(table.name, Object.entries(table.columns), rows);
}

export function upsertMany(table: Table, rows: readonly Row[]): SentRows {
  const columns = Object.entries(table.columns);
  const like = `(like ${table.name} including storage) on commit delete rows`;
  const staging = `new_${table.name}`;
  const names = namesOf(columns);
  return {
    ...copyInto(staging, columns, rows),
    staging: makeStaging(staging, like),
    merge: `insert into ${table.name} (${names}) select ${names} from ${staging} ${upsertClause(table)}`,
  };
}

/** Citus refuses to join tables that are copied to every node with a staging table, but not `in`. */
export function deleteMany(table: Table, keys: readonly Row[]): SentRows {
  const columns = firstColumns(table, table.keyColumns);
  const names = namesOf(columns);
  const keysOf = `on commit delete rows as select ${names} from ${table.name} with no data`;
  const staging = `gone_${table.name}`;
  return {
    ...copyInto(staging, columns, keys),
    staging: makeStaging(staging, keysOf),
    merge: `delete from ${table.name} where (${names}) in (select ${names} from ${staging})`,
  };
}

type Column = readonly [name: string, type: ColumnType];

function copyInto(
  target: string,
  columns: readonly Column[],
  rows: readonly Row[],
): SentRows {
  const types = columns.map(([, type]) => type);
  return {
    copy: `copy ${target} (${namesOf(columns)}) from stdin (format binary)`,
    data: encodeCopy(rows, types),
  };
}

function makeStaging(name: string, definition: string) {
  return {
    name,
    make: `create temp table if not exists ${name} ${definition}`,
  };
}

function namesOf(columns: readonly Column[]): string {
  return columns.map(([name]) => name).join(", ");
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
