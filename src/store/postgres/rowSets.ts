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
 * itself, which saves two round trips. Both cost the same around this size (docs/decisions/0020-rows-to-postgresql.md).
 */
const COPY_FROM_ROWS = 2_000;

/** A set of rows, encoded, as one statement can read it. */
interface RowSet {
  /** A relation with the rows' columns, for the from clause. */
  readonly from: string;
  readonly params: readonly Buffer[];
  /** Has to be done before the statement. */
  readonly stage: Step | null;
}

/** What is left to do once the rows are encoded. */
export type Step = (client: ClientBase) => Promise<void>;

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

export function upsertMany(table: Table, rows: readonly Row[]): Step {
  const names = Object.keys(table.columns);
  const set = rowSet(table, rows, names.length);
  return change(
    set,
    `insert into ${table.name} (${names.join(", ")}) select ${names.join(", ")} from ${set.from} ${upsertClause(table)}`,
  );
}

export function deleteMany(table: Table, keys: readonly Row[]): Step {
  const set = rowSet(table, keys, table.keyColumns);
  return change(
    set,
    `delete from ${table.name} t using ${set.from} where ${sameKey(table)}`,
  );
}

function change({ stage, params }: RowSet, sql: string): Step {
  return async (client) => {
    await stage?.(client);
    await queryRows(client, sql, params);
  };
}

/** The first `width` columns of the rows, by whichever way is faster for so many. */
function rowSet(table: Table, rows: readonly Row[], width: number): RowSet {
  return rows.length < COPY_FROM_ROWS
    ? asArrays(table, rows, width)
    : asCopy(table, rows, width);
}

export function asArrays(
  table: Table,
  rows: readonly Row[],
  width: number,
): RowSet {
  const columns = firstColumns(table, width);
  const arrays = columns.map(([, type]) => `?::${postgres.types[type]}[]`);
  const names = columns.map(([name]) => name);
  return {
    from: `unnest(${arrays.join(", ")}) as s (${names.join(", ")})`,
    params: columns.map(([, type], i) => encodeArray(rows, i, type)),
    stage: null,
  };
}

/** Through a table of the session that is empty again after the transaction. */
export function asCopy(
  table: Table,
  rows: readonly Row[],
  width: number,
): RowSet {
  const columns = firstColumns(table, width);
  const names = columns.map(([name]) => name).join(", ");
  const types = columns.map(([, type]) => type);
  const bytes = encodeCopy(rows, types);
  const staging = `staging_${table.name}`;
  const make = `create temp table if not exists ${staging} on commit delete rows as select * from ${table.name} with no data;
     delete from ${staging}`;
  const copy = `copy ${staging} (${names}) from stdin (format binary)`;
  return {
    from: `${staging} s`,
    params: [],
    stage: async (client) => {
      await client.query(make);
      await pipeline(Readable.from([bytes]), client.query(copyFrom(copy)));
    },
  };
}

function firstColumns(table: Table, width: number): [string, ColumnType][] {
  return Object.entries(table.columns).slice(0, width);
}

function sameKey(table: Table): string {
  return firstColumns(table, table.keyColumns)
    .map(([name]) => `t.${name} = s.${name}`)
    .join(" and ");
}
