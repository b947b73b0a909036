// Real PostgreSQL servers of the tests' own.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Client } from "pg";
import { waitFor } from "../waitFor.ts";
import { installedPrograms, makeFolder, type Programs } from "./programs.ts";
import { run, type Running } from "./running.ts";

export interface PostgresServer {
  readonly port: number;
  readonly folder: string;
  url(database: string): string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** SIGKILL to the server's first process, as when the machine runs out of memory. */
  kill(): Promise<void>;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
}

const USER = "tachyon";
const INITDB = [
  `--username=${USER}`,
  "--auth=trust",
  "--no-sync",
  "--encoding=UTF8",
  "--locale=C",
];
/** Connections go over the loopback only: a socket file would need a folder that the server may write to. */
const LISTEN = ["listen_addresses=127.0.0.1", "unix_socket_directories="];

export async function makeServer(
  flags: string[] = [],
  programs: Programs = installedPrograms(),
): Promise<PostgresServer> {
  const folder = makeFolder(programs.runAs);
  const args = [`--pgdata=${folder}`, ...INITDB];
  const { code, output } = await run(programs.initdb, args, programs.runAs)
    .ended;
  if (code !== 0) throw new Error(`initdb failed: ${output}`);
  return new EmbeddedServer(programs, folder, await freePort(), flags);
}

/** A running server and its running standby. */
export async function startPair(flags?: string[]) {
  const primary = await makeServer(flags);
  await primary.start();
  await primary.stop();
  const standby = await makeStandby(primary);
  await primary.start();
  await standby.start();
  const remove = async (): Promise<void> => {
    await standby.remove();
    await primary.remove();
  };
  return { primary, standby, remove };
}

/** A streaming standby of a stopped server, made from a copy of its files. */
async function makeStandby(primary: PostgresServer): Promise<PostgresServer> {
  const programs = installedPrograms();
  const folder = makeFolder(programs.runAs);
  execFileSync("cp", ["-a", `${primary.folder}/.`, folder]); // -a keeps the owner
  writeFileSync(join(folder, "standby.signal"), "");
  const from = `host=127.0.0.1 port=${primary.port} user=${USER}`;
  const flags = [
    "-c",
    `primary_conninfo=${from}`,
    "-c",
    "wal_retrieve_retry_interval=200ms",
  ];
  return new EmbeddedServer(programs, folder, await freePort(), flags);
}

class EmbeddedServer implements PostgresServer {
  readonly port: number;
  readonly folder: string;
  readonly #programs: Programs;
  readonly #flags: readonly string[];
  #running: Running | null = null;

  constructor(
    programs: Programs,
    folder: string,
    port: number,
    flags: readonly string[],
  ) {
    this.#programs = programs;
    this.folder = folder;
    this.port = port;
    const listen = LISTEN.flatMap((setting) => ["-c", setting]);
    this.#flags = ["-D", folder, "-p", String(port), ...listen, ...flags];
  }

  url(database: string): string {
    return `postgres://${USER}@127.0.0.1:${this.port}/${database}`;
  }

  /** Fails at once with what the server printed if it ends instead of accepting connections. */
  async start(): Promise<void> {
    const failure = await waitFor(
      "the killed server's shared memory to be released",
      () => this.#tryToStart(),
      (failure) => !failure?.message.includes("is still in use"),
    );
    if (failure) throw failure;
  }

  async stop(): Promise<void> {
    await this.#end("SIGINT");
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #tryToStart(): Promise<Error | null> {
    const { postgres, runAs } = this.#programs;
    const running = run(postgres, this.#flags, runAs);
    this.#running = running;
    const ended = running.ended.then(({ output }) => {
      throw new Error(`PostgreSQL did not start: ${output}`);
    });
    const accepting = waitFor(
      "PostgreSQL to accept connections",
      () => this.#accepts(),
      Boolean,
      { unless: ended },
    );
    return accepting.then(
      () => null,
      (error: unknown) => error as Error,
    );
  }

  /** A standby never logs that it is ready for everything, so it is asked. */
  async #accepts(): Promise<true> {
    const connectionString = this.url("postgres");
    const client = new Client({
      connectionString,
      connectionTimeoutMillis: 5_000,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return true;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#running;
    if (!running) return;
    this.#running = null;
    running.kill(signal);
    await waitFor(
      "PostgreSQL to end",
      () => running.ended,
      () => true,
    );
  }
}

/** Below the ports the system gives to outgoing connections, one of which could take it while the server is down. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
