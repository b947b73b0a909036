// Whole sets of rows found, written and removed by one statement each.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Row } from "../connection.ts";
import { postgres } from "../dialect.ts";
import { upsertClause } from "../statements.ts";
import type { ColumnType, Table } from "../tables.ts";
import { encodeArray, encodeCopy } from "./binary.ts";
import { queryRows } from "./statement.ts";

/**
 * From here on rows go through COPY into a staging table; fewer travel as array parameters of the merging statement
 * itself, which saves two round trips. Both cost the same around this size (docs/decisions/0010-writing-to-postgresql.md).
 */
const COPY_FROM_ROWS = 2_000;

interface RowSet {
  /** A relation with the rows' columns, for the from clause of one statement. */
  readonly from: string;
  readonly params: Buffer[];
}

export async function findMany(
  client: ClientBase,
  table: Table,
  keys: readonly Row[],
): Promise<readonly Row[]> {
  if (keys.length === 0) return [];
  const names = Object.keys(table.columns).map((name) => `t.${name}`);
  const { from, params } = asArrays(table, keys, table.keyColumns);
  const sql = `select ${names.join(", ")} from ${from} join ${table.name} t on ${sameKey(table)}`;
  return queryRows(client, sql, params);
}

export async function upsertMany(
  client: ClientBase,
  table: Table,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(table.columns);
  const { from, params } = await bring(client, table, rows, names.length);
  const sql = `insert into ${table.name} (${names.join(", ")}) select ${names.join(", ")} from ${from} ${upsertClause(table)}`;
  await queryRows(client, sql, params);
}

export async function deleteMany(
  client: ClientBase,
  table: Table,
  keys: readonly Row[],
): Promise<void> {
  if (keys.length === 0) return;
  const { from, params } = await bring(client, table, keys, table.keyColumns);
  const sql = `delete from ${table.name} t using ${from} where ${sameKey(table)}`;
  await queryRows(client, sql, params);
}

/** The first `width` columns of the rows, by whichever way is faster for so many. */
function bring(
  client: ClientBase,
  table: Table,
  rows: readonly Row[],
  width: number,
): RowSet | Promise<RowSet> {
  return rows.length < COPY_FROM_ROWS
    ? asArrays(table, rows, width)
    : staged(client, table, rows, width);
}

function asArrays(table: Table, rows: readonly Row[], width: number): RowSet {
  const columns = firstColumns(table, width);
  const arrays = columns.map(([, type]) => `?::${postgres.types[type]}[]`);
  const names = columns.map(([name]) => name);
  return {
    from: `unnest(${arrays.join(", ")}) as s (${names.join(", ")})`,
    params: columns.map(([, type], i) => encodeArray(rows, i, type)),
  };
}

/** Through COPY into a table of this session that is empty again after the transaction. */
async function staged(
  client: ClientBase,
  table: Table,
  rows: readonly Row[],
  width: number,
): Promise<RowSet> {
  const columns = firstColumns(table, width);
  const names = columns.map(([name]) => name).join(", ");
  const staging = `staging_${table.name}`;
  await client.query(
    `create temp table if not exists ${staging} on commit delete rows as select * from ${table.name} with no data;
     delete from ${staging}`,
  );
  const bytes = encodeCopy(
    rows,
    columns.map(([, type]) => type),
  );
  const copy = `copy ${staging} (${names}) from stdin (format binary)`;
  await pipeline(Readable.from([bytes]), client.query(copyFrom(copy)));
  return { from: `${staging} s`, params: [] };
}

function firstColumns(table: Table, width: number): [string, ColumnType][] {
  return Object.entries(table.columns).slice(0, width);
}

function sameKey(table: Table): string {
  return firstColumns(table, table.keyColumns)
    .map(([name]) => `t.${name} = s.${name}`)
    .join(" and ");
}
