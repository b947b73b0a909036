import { Client } from "pg";
import { makeServer } from "../../test/postgres/server.ts";

/** Enough memory for the state, and checkpoints far enough apart not to fall into every measurement. */
const SETTINGS = [
  "shared_buffers=1GB",
  "max_wal_size=8GB",
  "checkpoint_timeout=30min",
];

/** A database of its own for a run, on a server of its own or the one that DATABASE_URL names. */
export async function withBenchDatabase(
  work: (url: string) => Promise<void>,
): Promise<void> {
  const given = process.env.DATABASE_URL;
  if (given) {
    await work(given);
    return;
  }
  const server = await makeServer(
    SETTINGS.flatMap((setting) => ["-c", setting]),
  );
  await server.start();
  try {
    await work(server.url("postgres"));
  } finally {
    await server.remove();
  }
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
