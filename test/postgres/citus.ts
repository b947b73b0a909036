// A store on the Citus cluster that CITUS_URL names: databases of the tests' own on the coordinator and its workers.
import { after } from "node:test";
import { Client } from "pg";
import { distributeStore, migrateStore } from "../../src/store/open.ts";
import { allTables } from "../store/allTables.ts";

interface Node {
  readonly host: string;
  readonly port: number;
}

const NAME = `tachyon_test_${process.pid}`;
/** Tables are emptied between tests, which takes a moment for each shard. */
const FEW_SHARDS = "options=-ccitus.shard_count%3D4";

let opening: Promise<string> | null = null;
let isTaken = false;

after(async () => {
  if (!(await opening?.catch(() => null))) return;
  for (const { host, port } of (await nodes()).toReversed())
    await run(urlOf({ host, port }), `drop database ${NAME} with (force)`);
});

/** Runs `work` with a distributed store that has nothing in it, one at a time. */
export async function withCitus<T>(
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (isTaken) throw new Error("there is one database for all tests");
  const url = await (opening ??= create());
  isTaken = true;
  try {
    return await work(url);
  } finally {
    await run(url, `truncate ${allTables.map(({ name }) => name).join(", ")}`);
    isTaken = false;
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

async function create(): Promise<string> {
  const all = await nodes();
  for (const node of all) {
    await run(urlOf(node), `create database ${NAME}`);
    await run(urlOf(node, NAME), "create extension citus");
  }
  const [coordinator, ...workers] = all;
  const url = urlOf(coordinator!, NAME);
  const call = (name: string, { host, port }: Node) =>
    run(url, `select ${name}('${host}', ${port})`);
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
