import type { Client } from "pg";
import type { LagBound } from "../../domain/lag.ts";
import type { Connection } from "../connection.ts";
import { migrate } from "../schema/migrate.ts";
import { migrations } from "../schema/migrations/index.ts";
import type { Reader } from "../reader.ts";
import { PostgresConnection } from "./connection.ts";
import { PostgresReader } from "./reader.ts";
import { Server } from "./server.ts";
import { serverName } from "./hosts.ts";
import { explained, openSession } from "./session.ts";
import { awaitWriterLock } from "./writerLock.ts";

/** `isTrouble` is true if a server is lost, and false if one answers again. */
type OnNotice = (notice: string, isTrouble: boolean) => void;

export interface PostgresOptions {
  /** Standbys for reads. The primary is used if there are none or none is current enough. */
  readonly readUrls: readonly string[];
  /** Shared connections to each server for pages. */
  readonly pool: number;
  /** Connections to each server for scans, which need one each. */
  readonly scanPool: number;
  readonly statementTimeoutMs: number;
  /** A standby further behind the newest server is not used. */
  readonly maxLag: LagBound;
  /** Memory for finished pages; 0 for none. */
  readonly pageCacheMib: number;
  /** Called with one line for the operator. */
  readonly onNotice: OnNotice;
  /** Ends the wait of a spare, and of a writer whose server is gone. */
  readonly signal?: AbortSignal;
}

export const POSTGRES_DEFAULTS: PostgresOptions = {
  readUrls: [],
  pool: 4,
  scanPool: 2,
  statementTimeoutMs: 10_000,
  maxLag: { seconds: 20 },
  pageCacheMib: 0,
  onNotice: () => undefined,
};

/** Upgrades the schema to the newest version. Other processes that do the same wait for the first. */
export async function migratePostgres(url: string): Promise<void> {
  await explained(url, async () => {
    const connection = connectForUpkeep(url);
    try {
      await migrate(connection, migrations);
    } finally {
      await connection.close();
    }
  });
}

/** A connection for changes other than blocks. */
export function connectForUpkeep(url: string): Connection {
  return new PostgresConnection({
    open: () => openSession(url, { settings: PLAN_EACH_TIME }),
  });
}

/**
 * The writer's connection. At its first use, it waits while another process is the writer. The waiting process is a hot
 * spare: it takes over when the other's session ends.
 */
export function connectWriter(
  url: string,
  { onNotice, signal }: PostgresOptions,
): Connection {
  const name = serverName(url);
  return new PostgresConnection({
    open: (stop) => openWriterSession(url, stop, onNotice),
    ...(signal && { signal }),
    onLost: ({ message }) => {
      onNotice(`lost ${name} while writing, trying again: ${message}`, true);
    },
  });
}

async function openWriterSession(
  url: string,
  signal: AbortSignal,
  onNotice: OnNotice,
): Promise<Client> {
  const client = await openSession(url, { settings: WRITER_SETTINGS });
  try {
    await awaitWriterLock(client, signal, () => {
      onNotice("another process is indexing; waiting as its spare", false);
    });
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** A plan that is kept would be made while the tables are small, and then read whole tables when they no longer are. */
const PLAN_EACH_TIME = { plan_cache_mode: "force_custom_plan" };

/** Each set of rows is looked up by key: plans that read a whole table are disabled. */
const WRITER_SETTINGS = {
  ...PLAN_EACH_TIME,
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_seqscan: "off",
  statement_timeout: 0,
};

export async function openPostgresReader(
  url: string,
  options: PostgresOptions,
): Promise<Reader> {
  const { readUrls, maxLag, pageCacheMib, onNotice } = options;
  const server = (of: string) =>
    new Server(of, {
      sessions_: options.pool,
      scans: options.scanPool,
      statementTimeoutMs: options.statementTimeoutMs,
    });
  return explained(url, () =>
    PostgresReader.open({
      announcements: url,
      primary: server(url),
      replicas: readUrls.map(server),
      maxLag,
      pageCacheMib,
      onChange: (name, answers) => {
        onNotice(answers ? `${name} answers again` : `lost ${name}`, !answers);
      },
    }),
  );
}
