// `npm run bench -- --postgres`: the same pages on PostgreSQL, as shares of a bare HTTP server and of what pgbench gets from
// the same server for a lookup by primary key; the indexing rate; and how the server reads each page.
import { POSTGRES_DEFAULTS } from "../src/store/postgres/open.ts";
import type { BenchFlags } from "./flags.ts";
import { PLACES } from "./pages/cases.ts";
import { runPages } from "./pages/run.ts";
import { tableHead, tableLine } from "./report/table.ts";
import { indexState } from "./postgres/indexing.ts";
import { measureLookups, prepareLookups } from "./postgres/lookups.ts";
import { explainPages } from "./postgres/plans.ts";
import { runSql, withBenchDatabase } from "./postgres/server.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

export async function benchPostgres(flags: BenchFlags): Promise<void> {
  const accounts = flags.size.at(-1)!;
  await withBenchDatabase(async (url) => {
    const { transactions, seconds } = await indexState(url, accounts);
    print(
      `indexed ${transactions} transactions, ${accounts} accounts: ${(transactions / seconds).toFixed(0)} transactions/s`,
    );
    await prepareLookups(url);
    await runSql(url, "vacuum analyze", "checkpoint");
    const { pool } = POSTGRES_DEFAULTS;
    const lookups = () => measureLookups(url, pool);
    const before = lookups();
    print(`${tableHead()}  of pgbench`);
    await runPages(url, accounts, {
      ...flags,
      places: flags.quick ? ["first"] : PLACES,
      rounds: flags.quick ? 1 : flags.rounds,
      onRow: (row) => {
        const share = before === null ? "-" : (row.rate / before).toFixed(3);
        print(`${tableLine(row)}  ${share.padStart(10)}`);
      },
    });
    print(
      `pgbench lookups/s, before and after: ${before ?? "-"}, ${lookups() ?? "-"}`,
    );
    await explainPages(url, print);
  });
}
