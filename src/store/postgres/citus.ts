import { StoreError } from "../errors.ts";
import * as tables from "../schema/tables.ts";
import type { Table } from "../schema/tables.ts";
import { PostgresConnection } from "./connection.ts";
import { serverName } from "./hosts.ts";
import { explained, openSession } from "./session.ts";

/** Each of these is read by its first key column alone, so that one shard answers a page. */
const BY_KEY: readonly Table[] = [
  tables.tokensByOwner,
  tables.tokensByDelegate,
  tables.accountsByOwner,
  tables.compressedMints,
  tables.accountsByWindow,
  tables.signaturesByOwner,
  tables.signaturesByTokenOwner,
  tables.signaturesByAddress,
  tables.holders,
  tables.accounts,
  tables.pendingSpends,
  tables.tokenBalances,
  tables.lamportBalances,
  tables.tokenChanges, // the list of a mint is read from every shard
  tables.lamportChanges,
  tables.mintTotals, // the largest mints are read from every shard
  tables.mintNames,
];

/**
 * Every page reads the indexed slot, and some the trees, in its statement, so every node needs a copy beside the lists. With
 * one connection per node, a batch is one transaction on each node: its slot and rows appear together.
 */
const ON_EVERY_NODE: readonly Table[] = [
  tables.blocks,
  tables.trees,
  tables.counts,
  tables.transactionCounts,
];
const ONE_CONNECTION_PER_NODE = `do $$ begin execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database()); end $$`;

/** The lists without a key. They are read together, so they share one shard. */
const UNDISTRIBUTED: readonly (readonly [Table, string])[] = [
  [
    tables.transactions,
    `select create_distributed_table('${tables.transactions.name}', 'position', colocate_with => 'none', shard_count => 1)`,
  ],
  [
    tables.otherTransactions,
    `select create_distributed_table('${tables.otherTransactions.name}', 'position', colocate_with => '${tables.transactions.name}')`,
  ],
];

/** Tables not named here stay on the coordinator: they are small, and only the writer reads them. */
const STATEMENTS: readonly (readonly [Table, string])[] = [
  ...ON_EVERY_NODE.map((table): [Table, string] => [
    table,
    `select create_reference_table('${table.name}')`,
  ]),
  ...UNDISTRIBUTED,
  ...BY_KEY.map((table): [Table, string] => [table, distributeSql(table)]),
];

function distributeSql(table: Table): string {
  const [key] = Object.keys(table.columns);
  return `select create_distributed_table('${table.name}', '${key!}')`;
}

/** Distributes a migrated store over the nodes of a cluster. Skips tables that are already distributed. */
export async function distributePostgres(
  url: string,
): Promise<readonly string[]> {
  const connection = new PostgresConnection({
    open: () => openSession(url, { settings: {} }),
  });
  try {
    return await explained(url, () => distribute(connection, url));
  } finally {
    await connection.close();
  }
}

function distribute(
  connection: PostgresConnection,
  url: string,
): Promise<readonly string[]> {
  return connection.transaction(async () => {
    const [row] = await connection.all(
      "select to_regclass('pg_dist_partition') is not null",
      [],
    );
    if (String(row![0]) !== "t") {
      throw new StoreError(
        `${serverName(url)} has no Citus extension: run "create extension citus" on every node first`,
      );
    }
    const rows = await connection.all(
      "select logicalrelid::text from pg_dist_partition",
      [],
    );
    const done = new Set(rows.map(([name]) => name));
    const missing = STATEMENTS.filter(([{ name }]) => !done.has(name));
    const run = [ONE_CONNECTION_PER_NODE, ...missing.map(([, sql]) => sql)];
    for (const sql of run) await connection.run(sql);
    return run;
  });
}
