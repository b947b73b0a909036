// A store on the Citus cluster that CITUS_URL names: databases of the tests' own on the coordinator and its workers.
import { after } from "node:test";
import { Client } from "pg";
import { distributeStore, migrateStore } from "../../src/store/open.ts";
import { allTables } from "../store/allTables.ts";

interface Node {
  readonly host: string;
  readonly port: number;
}

const PREFIX = `tachyon_test_${process.pid}`;
/** Tables are emptied between tests, which takes a moment for each shard. */
const FEW_SHARDS = "options=-ccitus.shard_count%3D4";

let made = 0;
/** Distributed stores with nothing in them. */
const idle: string[] = [];

after(async () => {
  if (made === 0) return;
  for (const node of (await nodes()).toReversed())
    for (let i = 1; i <= made; i++)
      await run(
        urlOf(node),
        `drop database if exists ${PREFIX}_${i} with (force)`,
      );
});

/** Runs `work` with a distributed store that has nothing in it. */
export async function withCitus<T>(
  work: (url: string) => Promise<T>,
): Promise<T> {
  const url = idle.pop() ?? (await create(`${PREFIX}_${++made}`));
  try {
    return await work(url);
  } finally {
    await run(url, `truncate ${allTables.map(({ name }) => name).join(", ")}`);
    idle.push(url);
  }
}

/** Runs one statement and returns its rows. */
export async function run(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: "array" }))
      .rows;
  } finally {
    await client.end();
  }
}

/** The coordinator comes first. */
export async function nodes(): Promise<Node[]> {
  const rows = await run(
    process.env.CITUS_URL!,
    "select nodename, nodeport from pg_dist_node order by groupid",
  );
  return rows.map(([host, port]) => ({
    host: host as string,
    port: port as number,
  }));
}

async function create(name: string): Promise<string> {
  const all = await nodes();
  for (const node of all) {
    await run(urlOf(node), `create database ${name}`);
    await run(urlOf(node, name), "create extension citus");
  }
  const [coordinator, ...workers] = all;
  const url = urlOf(coordinator!, name);
  const call = (what: string, { host, port }: Node) =>
    run(url, `select ${what}('${host}', ${port})`);
  await call("citus_set_coordinator_host", coordinator!);
  for (const worker of workers) await call("citus_add_node", worker);
  await migrateStore(url);
  await distributeStore(`${url}?${FEW_SHARDS}`);
  return url;
}

function urlOf({ host, port }: Node, database?: string): string {
  const url = new URL(process.env.CITUS_URL!);
  url.host = `${host}:${port}`;
  if (database) url.pathname = `/${database}`;
  return url.href;
}
