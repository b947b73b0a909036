// The server's own yardstick: pgbench looking up 700 bytes by primary key, on as many connections as the service uses.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

/** Lookups a second, or null where pgbench is not installed. */
export function measureLookups(
  url: string,
  connections: number,
): number | null {
  if (spawnSync("pgbench", ["--version"]).error) return null;
  const folder = mkdtempSync(join(tmpdir(), "tachyon-pgbench-"));
  const script = join(folder, "lookup.sql");
  writeFileSync(
    script,
    `\\set id random(1, ${ROWS})\nselect item from bench_lookups where id = :id;\n`,
  );
  const how = ["-n", "-M", "prepared", "-f", script, "-T", String(SECONDS)];
  const output = execFileSync(
    "pgbench",
    [...how, "-c", String(connections), "-j", "1", url],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
  rmSync(folder, { recursive: true });
  return Number(/^tps = ([\d.]+)/m.exec(output)![1]);
}
