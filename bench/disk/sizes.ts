// What each table of a store takes on disk.
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";

export interface TableSize {
  readonly rows: number;
  /** Bytes of the rows; on SQLite they lie in the tree of the primary key. */
  readonly bytes: number;
  /** Bytes of the indexes: on PostgreSQL of all, on SQLite of those besides the primary key. */
  readonly indexBytes: number;
  /** Levels of the tree of the primary key, with that of the leaves. */
  readonly depth: number;
  /** Pages of that tree. */
  readonly leaves: number;
  readonly innerPages: number;
}

export type Sizes = Readonly<Record<string, TableSize>>;

/** The tables that have rows. The store must be closed, so that its log is in the file. */
export function sqliteSizes(path: string): Sizes {
  const db = new DatabaseSync(path, { readOnly: true });
  const trees = db
    .prepare(
      `select tbl_name as "table", s.name = tbl_name or s.name like 'sqlite_autoindex%' as main, sum(pgsize) as bytes,
         max(length(path) - length(replace(path, '/', ''))) as depth,
         sum(pagetype = 'leaf') as leaves, sum(pagetype = 'internal') as innerPages
       from dbstat join sqlite_schema s using (name) group by s.name`,
    )
    .all() as unknown as (TableSize & { table: string; main: number })[];
  const found: Record<string, TableSize> = {};
  for (const { table, main, bytes, depth, leaves, innerPages } of trees) {
    if (main !== 1) continue;
    const { rows } = db
      .prepare(`select count(*) as rows from ${table}`)
      .get() as { rows: number };
    const indexBytes = trees
      .filter((other) => other.table === table && other.main !== 1)
      .reduce((sum, other) => sum + other.bytes, 0);
    if (rows > 0)
      found[table] = { rows, bytes, indexBytes, depth, leaves, innerPages };
  }
  db.close();
  return found;
}

/** The same on PostgreSQL, after a vacuum. Needs the extension pgstattuple. */
export async function postgresSizes(url: string): Promise<Sizes> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("create extension if not exists pgstattuple");
  await client.query("vacuum analyze");
  const { rows: tables } = await client.query<{ relname: string }>(
    "select relname from pg_stat_user_tables where schemaname = current_schema()",
  );
  const found: Record<string, TableSize> = {};
  for (const { relname } of tables) {
    const { rows } = await client.query<Record<keyof TableSize, string>>(
      `select (select count(*) from ${relname}) as rows, pg_table_size('${relname}') as bytes,
         pg_indexes_size('${relname}') as "indexBytes", tree_level + 1 as depth,
         leaf_pages as leaves, internal_pages as "innerPages"
       from pgstatindex('${relname}_pkey')`,
    );
    const numbers = Object.entries(rows[0]!).map(([name, n]) => [name, +n]);
    const size = Object.fromEntries(numbers) as TableSize;
    if (size.rows > 0) found[relname] = size;
  }
  await client.end();
  return found;
}
