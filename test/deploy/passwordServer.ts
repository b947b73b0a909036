import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { makeServer } from "../postgres/server.ts";

const ONLY_WITH_PASSWORD =
  "host all all 127.0.0.1/32 scram-sha-256\nhost all all ::1/128 scram-sha-256\n";

/** A server with a database and a role `tachyon`, which can only log in with this password. */
export async function serverWithPassword(
  t: TestContext,
  password: string,
): Promise<{ readonly host: string }> {
  const server = await makeServer(["-c", "fsync=off"]);
  t.after(() => server.remove());
  await server.start();
  const admin = new Client({ connectionString: server.url("postgres") });
  await admin.connect();
  await admin.query(
    `alter role tachyon password ${admin.escapeLiteral(password)}`,
  );
  await admin.query("create database tachyon");
  writeFileSync(join(server.folder, "pg_hba.conf"), ONLY_WITH_PASSWORD);
  await admin.query("select pg_reload_conf()");
  await admin.end();
  await untilRefused(server.url("tachyon"));
  return { host: `127.0.0.1:${server.port}` };
}

/** The server reloads its rules asynchronously. */
async function untilRefused(url: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
    } catch {
      return;
    }
    await sleep(50);
  }
  throw new Error("the server lets in a caller without a password");
}
