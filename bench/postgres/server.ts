import { Client } from "pg";
import { WRITER_LOCK } from "../../src/store/postgres/writerLock.ts";
import { makeServer, type PostgresServer } from "../../test/postgres/server.ts";

/** Enough memory for the state, and checkpoints far enough apart not to fall into every measurement. */
const SETTINGS = [
  "shared_buffers=1GB",
  "max_wal_size=8GB",
  "checkpoint_timeout=30min",
];

/** A database of its own for a run, on a server of its own or the one that DATABASE_URL names. */
export async function withBenchDatabase<T>(
  work: (url: string) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  const given = process.env.DATABASE_URL;
  if (given) return work(given);
  return withBenchServer((server) => work(server.url("postgres")), settings);
}

/** A server of its own for a run. */
export async function withBenchServer<T>(
  work: (server: PostgresServer) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  const server = await makeServer(
    [...SETTINGS, ...settings].flatMap((setting) => ["-c", setting]),
  );
  await server.start();
  try {
    return await work(server);
  } finally {
    await server.remove();
  }
}

/** Another database on the server of the run. */
export async function createBenchDatabase(
  server: PostgresServer,
  number: number,
): Promise<string> {
  const name = `bench_${number}`;
  await runSql(server.url("postgres"), `create database ${name}`);
  return server.url(name);
}

/** The server's process that writes the store: it holds the writer's lock. */
export async function writingProcess(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and classid = ${WRITER_LOCK} and granted
      and database = (select oid from pg_database where datname = current_database())
      and objid::bigint = hashtext(current_schema())::bigint & 4294967295`,
  );
  await client.end();
  return rows[0]!.pid;
}

export async function runSql(
  url: string,
  ...statements: string[]
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const sql of statements) await client.query(sql);
  await client.end();
}
