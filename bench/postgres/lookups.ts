// The baseline of the database: pgbench lookups of 700 bytes by primary key, on as many connections as the service uses.
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";

const ROWS = 100_000;
const SECONDS = 4;

export async function prepareLookups(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `create table if not exists bench_lookups as
       select i::bigint as id, repeat(md5(i::text), 22) as item from generate_series(1, ${ROWS}) i;
     create unique index if not exists bench_lookups_id on bench_lookups (id);
     analyze bench_lookups`,
  );
  await client.end();
}

export interface Lookups {
  readonly by:
    "pgbench" | "a loop in JavaScript, since pgbench is not installed";
  readonly perSecond: number;
}

export async function measureLookups(
  url: string,
  connections: number,
): Promise<Lookups> {
  const pgbench = findPgbench();
  if (pgbench)
    return {
      by: "pgbench",
      perSecond: runPgbench(pgbench, url, connections),
    };
  return {
    by: "a loop in JavaScript, since pgbench is not installed",
    perSecond: await runOwnLoop(url, connections),
  };
}

/** On the path, or the newest in Debian's folder. */
function findPgbench(): string | undefined {
  const debian = globSync("/usr/lib/postgresql/*/bin/pgbench");
  return ["pgbench", ...debian.toReversed()].find(
    (path) => !spawnSync(path, ["--version"]).error,
  );
}

function runPgbench(path: string, url: string, connections: number): number {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-pgbench-"));
  const script = join(folder, "lookup.sql");
  writeFileSync(
    script,
    `\\set id random(1, ${ROWS})\nselect item from bench_lookups where id = :id;\n`,
  );
  const how = ["-n", "-M", "prepared", "-f", script, "-T", String(SECONDS)];
  const output = execFileSync(
    path,
    [...how, "-c", String(connections), "-j", "1", url],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
  rmSync(folder, { recursive: true });
  return Number(/^tps = ([\d.]+)/m.exec(output)![1]);
}

/** The same workload as pgbench, sequential lookups on each connection, with the cost of a JavaScript driver. */
async function runOwnLoop(url: string, connections: number): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  let lookups = 0;
  const look = async (): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    for (; performance.now() < end; lookups++) {
      const id = 1 + Math.floor(Math.random() * ROWS);
      const text = "select item from bench_lookups where id = $1";
      await client.query({ name: "lookup", text, values: [id] });
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: connections }, look));
  return lookups / SECONDS;
}
