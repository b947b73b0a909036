// New databases on a server that runs as long as the test process, or on the one in DATABASE_URL.
import { after } from "node:test";
import { Client } from "pg";
import { migrateStore } from "../../src/store/open.ts";
import { allTables } from "../store/allTables.ts";
import { makeServer, type PostgresServer } from "./server.ts";

interface Databases {
  readonly server: PostgresServer | null;
  readonly admin: Client;
  readonly url: (database: string) => string;
}

const PREFIX = `tachyon_test_${process.pid}`;

let opening: Promise<Databases> | null = null;
let made = 0;
/** A migrated, empty database. Emptying one is ten times faster than creating one. */
const idle: string[] = [];

after(async () => {
  const opened = await opening?.catch(() => null); // the tests that needed it have failed with the reason
  if (!opened) return;
  const { server, admin } = opened;
  for (let i = 1; i <= made; i++) {
    await admin.query(`drop database if exists ${PREFIX}_${i} with (force)`);
  }
  await admin.end();
  await server?.remove();
});

/** Runs `work` with a database that has the newest schema and nothing in it. */
export async function withDatabase<T>(
  work: (url: string) => Promise<T>,
): Promise<T> {
  const url = idle.pop() ?? (await createMigrated());
  const result = await work(url);
  // Not reused after a failure, because processes of the test may still use it.
  await empty(url);
  idle.push(url);
  return result;
}

/** The URL of a database with nothing in it at all. */
export async function createDatabase(): Promise<string> {
  const { admin, url } = await (opening ??= open());
  const name = `${PREFIX}_${++made}`;
  await admin.query(`create database ${name}`);
  return url(name);
}

/** Runs SQL behind the store's back. */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function createMigrated(): Promise<string> {
  const url = await createDatabase();
  await migrateStore(url);
  return url;
}

/** A process or thread of an earlier test may still have a transaction open on the server. */
const END_OTHER_SESSIONS = `do $$ begin
  loop
    perform pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid();
    exit when not found;
    perform pg_sleep(0.01), pg_stat_clear_snapshot();
  end loop;
end $$`;

async function empty(url: string): Promise<void> {
  const names = allTables.map(({ name }) => name);
  await runSql(url, `${END_OTHER_SESSIONS}; truncate ${names.join(", ")}`);
}

async function open(): Promise<Databases> {
  const given = process.env.DATABASE_URL;
  // The data need not survive a crash, so nothing waits for the disk.
  const server = given ? null : await makeServer(["-c", "fsync=off"]);
  await server?.start();
  const url = (database: string) => {
    if (server) return server.url(database);
    const other = new URL(given!);
    other.pathname = `/${database}`;
    return other.href;
  };
  const admin = new Client({ connectionString: given ?? url("postgres") });
  await admin.connect();
  return { server, admin, url };
}
