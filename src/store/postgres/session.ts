import { Client, DatabaseError, type CustomTypesConfig } from "pg";
import { StoreError } from "../errors.ts";

export interface SessionOptions {
  /** Set for the life of the session. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** Statements are sent without waiting for the answers to those before them. */
  readonly pipeline?: boolean;
}

const CONNECT_TIMEOUT_MS = 5_000;

/** For every session. Half a minute after a peer vanished without a word the server lets go of its locks. */
const EVERY_SESSION = {
  application_name: "'tachyon'",
  client_min_messages: "warning",
  jit: "off",
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 4,
};

/** A statement of ours has one plan that is right for all values. Citus finds the shard by the value, so it has to plan each time. */
const CHOOSE_PLANS = `select set_config('plan_cache_mode',
  case when to_regclass('pg_dist_partition') is null then 'force_generic_plan' else 'force_custom_plan' end, false)`;

export async function openSession(
  url: string,
  { settings, pipeline = false }: SessionOptions,
): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline,
    types,
  });
  // Every statement in flight is told by its own rejection; an idle session that dies is replaced when it is needed.
  client.on("error", () => undefined);
  await client.connect();
  const all = Object.entries({ ...EVERY_SESSION, ...settings });
  const set = all.map(([name, value]) => `set ${name} = ${value}`);
  await client.query([...set, CHOOSE_PLANS].join("; "));
  return client;
}

/** Breaks the connection off, whatever it is doing. */
export function dropSession(client: Client): void {
  client.end().catch(() => undefined);
  client.connection.stream.destroy();
}

const BYTEA = 17;
const INTEGERS = new Set<number>([20, 21, 23]);

/** Integers in the store stay below 2^53; 64-bit values of the chain are bytes. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number) => {
    if (oid === BYTEA) return parseBytea;
    return INTEGERS.has(oid) ? Number : asIs;
  },
};

const asIs = (text: string) => text;
/** The server writes `\x` and hexadecimal digits. */
const parseBytea = (text: string) => Buffer.from(text.slice(2), "hex");

/** Where a URL leads, without the password in it. */
export function serverName(url: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

const UNDEFINED_TABLE = "42P01";

/** Turns the first failure to connect into one line an operator can act on. */
export async function explained<T>(
  url: string,
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const { message } = error as Error;
    if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) {
      throw new StoreError(
        `${serverName(url)} holds no store yet: run "tachyon migrate --db-url …" first`,
        { cause: error },
      );
    }
    throw new StoreError(`${serverName(url)} cannot be used: ${message}`, {
      cause: error,
    });
  }
}
