import { Client, DatabaseError, type CustomTypesConfig } from "pg";
import { StoreError } from "../errors.ts";
import { eachHost, serverName } from "./hosts.ts";
import { isTransient, NotThePrimary } from "./transient.ts";

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

/** On the server the URL names; of several, on whichever is the primary now. */
export function openSession(
  url: string,
  options: SessionOptions,
): Promise<Client> {
  const urls = eachHost(url);
  return urls.length === 1
    ? connect(url, options)
    : connectToPrimary(urls, options);
}

/** All are asked at once: one that does not answer at all must not hold up the others. */
async function connectToPrimary(
  urls: readonly string[],
  options: SessionOptions,
): Promise<Client> {
  const attempts = urls.map(async (url) => {
    const client = await connect(url, options);
    const { rows } = await client.query<[string]>({
      text: "select pg_is_in_recovery()",
      rowMode: "array",
    });
    if (rows[0]![0] === "f") return client;
    await client.end();
    throw new NotThePrimary(`${serverName(url)} is a standby`);
  });
  const chosen = await Promise.any(attempts).catch((error: unknown) => {
    throw nobody((error as AggregateError).errors as Error[]);
  });
  for (const attempt of attempts) {
    attempt.then(
      (client) => {
        if (client !== chosen) dropSession(client);
      },
      () => undefined,
    );
  }
  return chosen;
}

/** Waiting helps unless one of them says why it never will. */
function nobody(errors: readonly Error[]): Error {
  const reasons = errors.map(({ message }) => message).join("; ");
  return (
    errors.find((error) => !isTransient(error)) ??
    new NotThePrimary(`none is the primary now: ${reasons}`)
  );
}

async function connect(
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
