// `npm run disk`: measures disk usage per transaction and account, on both engines.
import { execFileSync } from "node:child_process";
import {
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
  appendFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { makeServer } from "../../test/postgres/server.ts";
import { chainLines } from "../indexing/chains.ts";

const program = resolve(import.meta.dirname, "../../src/cli/main.ts");
const A_BLOCK = 50;

const { values } = parseArgs({
  options: {
    transactions: { type: "string", default: "100000" },
    /** A recorded chain instead of generated transfers. */
    blocks: { type: "string" },
  },
});

const folder = mkdtempSync(join(tmpdir(), "tachyon-disk-"));
try {
  const chain = values.blocks
    ? resolve(values.blocks)
    : transfers(Number(values.transactions));
  const counts = measureSqlite(chain);
  await measurePostgres(chain, counts);
} finally {
  rmSync(folder, { recursive: true });
}

interface Counts {
  readonly transactions: number;
  readonly accounts: number;
}

function measureSqlite(chain: string): Counts {
  const file = join(folder, "store.db");
  index(chain, `sqlite://${file}`);
  const store = new DatabaseSync(file, { readOnly: true });
  const count = (table: string) =>
    (store.prepare(`select count(*) n from ${table}`).get() as { n: number }).n;
  const counts = {
    transactions: count("transactions"),
    accounts: count("accounts"),
  };
  store.close();
  report("SQLite", statSync(file).size, counts);
  return counts;
}

async function measurePostgres(chain: string, counts: Counts): Promise<void> {
  const server = await makeServer(["-c", "fsync=off"]);
  await server.start();
  try {
    const url = server.url("postgres");
    index(chain, url);
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("vacuum analyze");
    const { rows } = await client.query<{ bytes: string }>(
      "select sum(pg_total_relation_size(relid)) bytes from pg_stat_user_tables",
    );
    await client.end();
    report("PostgreSQL", Number(rows[0]!.bytes), counts);
  } finally {
    await server.remove();
  }
}

/** The program ends at the end of a recording. */
function index(chain: string, store: string): void {
  const args = ["--disable-api", "--blocks", chain, "--db-url", store];
  execFileSync(process.execPath, [program, ...args], { stdio: "ignore" });
}

function report(
  engine: string,
  bytes: number,
  { transactions, accounts }: Counts,
): void {
  const each = (many: number) => (bytes / many / 1000).toFixed(2);
  console.log(
    `${engine}: ${(bytes / 1e6).toFixed(1)} MB; ${transactions} transactions, ${each(transactions)} KB each; ${accounts} accounts, ${each(accounts)} KB each`,
  );
}

function transfers(count: number): string {
  const path = join(folder, "chain.jsonl");
  writeFileSync(path, "");
  const blocks = Math.ceil(count / A_BLOCK);
  const shape = { blocks, transfersPerBlock: A_BLOCK, others: false };
  for (const line of chainLines(shape)) appendFileSync(path, `${line}\n`);
  return path;
}
