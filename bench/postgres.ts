// `npm run bench -- --postgres`: the same pages on PostgreSQL, as shares of a bare HTTP server and of pgbench lookups by
// primary key on the same server; the indexing rate; and the query plan of each page.
import { POSTGRES_DEFAULTS } from "../src/store/postgres/open.ts";
import { type BenchFlags, pageOptions } from "./flags.ts";
import { runPages } from "./pages/run.ts";
import { prepareStore } from "./state/prepare.ts";
import { tableHead, tableLine } from "./report/table.ts";
import { fromFileLines, indexFromFile } from "./postgres/fromFile.ts";
import { indexState, type IndexingRate } from "./postgres/indexing.ts";
import { measureLookups, prepareLookups } from "./postgres/lookups.ts";
import { explainPages } from "./postgres/plans.ts";
import { runSql, withBenchDatabase } from "./postgres/server.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

export async function benchPostgres(flags: BenchFlags): Promise<void> {
  const accounts = flags.size.at(-1)!;
  await withBenchDatabase(async (url) => {
    if (!flags["no-indexing"])
      for (const line of fromFileLines(await indexFromFile(url))) print(line);
    print(indexingLine(accounts, await indexState(url, accounts)));
    await prepareLookups(url);
    await runSql(url, "vacuum analyze", "checkpoint");
    const { pool } = POSTGRES_DEFAULTS;
    const before = await measureLookups(url, pool);
    print(`${tableHead()}  of lookups`);
    await runPages(url, accounts, {
      ...pageOptions(flags),
      onRow: (row) => {
        const share = (row.rate / before.perSecond).toFixed(3);
        print(`${tableLine(row)}  ${share.padStart(10)}`);
      },
    });
    const after = await measureLookups(url, pool);
    print(
      `lookups/s by primary key (${before.by}), before and after: ${before.perSecond.toFixed(0)}, ${after.perSecond.toFixed(0)}`,
    );
    await explainPages(url, print);
  });
}

/** The same pages on both engines, beside a bare server and one of twenty lines, all in turns. */
export async function benchBoth(flags: BenchFlags): Promise<void> {
  const accounts = flags.size.at(-1)!;
  const path = await prepareStore(accounts);
  await withBenchDatabase(async (onPostgres) => {
    await indexState(onPostgres, accounts);
    await runSql(onPostgres, "vacuum analyze", "checkpoint");
    print(tableHead());
    await runPages(`sqlite://${path}`, accounts, {
      ...pageOptions(flags),
      onPostgres,
      "twenty-lines": true,
      onRow: (row) => {
        print(tableLine(row));
      },
    });
  });
}

function indexingLine(accounts: number, rate: IndexingRate): string {
  const { transactions, seconds, ownMicros, serverMicros } = rate;
  const perSecond = (transactions / seconds).toFixed(0);
  const server =
    serverMicros === null ? "elsewhere" : `${serverMicros.toFixed(0)} µs`;
  return `indexed ${transactions} transactions, ${accounts} accounts: ${perSecond} transactions/s; processor time a transaction: indexer ${ownMicros.toFixed(0)} µs, server ${server}`;
}
