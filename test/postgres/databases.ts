// Fresh databases on a server that lives as long as the test process, or on the one that DATABASE_URL names.
import { after } from "node:test";
import { Client } from "pg";
import { migrateStore } from "../../src/store/open.ts";
import { makeServer, type PostgresServer } from "./server.ts";

interface Databases {
  readonly server: PostgresServer | null;
  readonly admin: Client;
  readonly url: (database: string) => string;
}

/** Copied for each test: a migrated, empty database costs 20 ms that way. */
const TEMPLATE = `tachyon_test_${process.pid}`;

let opening: Promise<Databases> | null = null;
let made = 0;

after(async () => {
  if (!opening) return;
  const { server, admin } = await opening;
  await admin.query(`drop database if exists ${TEMPLATE} with (force)`);
  await admin.end();
  await server?.remove();
});

/** The URL of a database with the newest schema and nothing in it. */
export async function createDatabase(): Promise<string> {
  const { admin, url } = await (opening ??= open());
  const name = `${TEMPLATE}_${++made}`;
  await admin.query(`create database ${name} template ${TEMPLATE}`);
  return url(name);
}

/** One with nothing in it at all. */
export async function createEmptyDatabase(): Promise<string> {
  const { admin, url } = await (opening ??= open());
  const name = `${TEMPLATE}_${++made}`;
  await admin.query(`create database ${name}`);
  return url(name);
}

export async function dropDatabase(url: string): Promise<void> {
  const { admin } = await opening!;
  const name = new URL(url).pathname.slice(1);
  await admin.query(`drop database ${name} with (force)`);
}

async function open(): Promise<Databases> {
  const given = process.env.DATABASE_URL;
  // Nothing here outlives a crash of the machine, so nothing waits for the disk.
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
  await admin.query(`create database ${TEMPLATE}`);
  await migrateStore(url(TEMPLATE));
  return { server, admin, url };
}
