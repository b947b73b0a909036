import { Client, DatabaseError, type CustomTypesConfig } from "pg";
import { NoStoreYet, StoreError } from "../errors.ts";
import { eachHost, serverName } from "./hosts.ts";
import { isTransient, NotThePrimary } from "./transient.ts";

export interface SessionOptions {
  /** Settings for the life of the session. */
  readonly settings: Readonly<Record<string, string | number>>;
}

const CONNECT_TIMEOUT_MS = 5_000;

/** For every session. The server releases the locks of a client that vanished silently after half a minute. */
const EVERY_SESSION = {
  application_name: "'tachyon'",
  client_min_messages: "warning",
  jit: "off",
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 4,
};

/** Each statement has one plan that suits all values. Citus chooses the shard by the value, so there it plans each time. */
const CHOOSE_PLANS = `select set_config('plan_cache_mode',
  case when to_regclass('pg_dist_partition') is null then 'force_generic_plan' else 'force_custom_plan' end, false)`;

/** Connects to the server in the URL, or to the current primary if there are several. */
export function openSession(
  url: string,
  options: SessionOptions,
): Promise<Client> {
  const urls = eachHost(url);
  return urls.length === 1
    ? connect(url, options)
    : connectToPrimary(urls, options);
}

/** Tries all at once, so that one that does not answer does not delay the others. */
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
    throw primaryNotFound((error as AggregateError).errors as Error[]);
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

/** Retrying is pointless if one of them fails permanently. */
function primaryNotFound(errors: readonly Error[]): Error {
  const reasons = errors.map(({ message }) => message).join("; ");
  return (
    errors.find((error) => !isTransient(error)) ??
    new NotThePrimary(`none of the servers is the primary: ${reasons}`)
  );
}

async function connect(
  url: string,
  { settings }: SessionOptions,
): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
  });
  // Each statement in flight is rejected itself; an idle session that ends is replaced when it is needed.
  client.on("error", () => undefined);
  await client.connect();
  await client.query(
    [...setAll(EVERY_SESSION), CHOOSE_PLANS, ...setAll(settings)].join("; "),
  );
  return client;
}

function setAll(settings: SessionOptions["settings"]): string[] {
  return Object.entries(settings).map(([name, to]) => `set ${name} = ${to}`);
}

/** Closes the connection at once. */
export function dropSession(client: Client): void {
  client.end().catch(() => undefined);
  client.connection.stream.destroy();
}

const BYTEA = 17;
const INTEGERS = new Set<number>([20, 21, 23]);

/** Integers in the store are below 2^53; 64-bit values of the chain are stored as bytes. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number) => {
    if (oid === BYTEA) return parseBytea;
    return INTEGERS.has(oid) ? Number : asIs;
  },
};

const asIs = (text: string) => text;
/** The server sends `\x` and hexadecimal digits. */
const parseBytea = (text: string) => Buffer.from(text.slice(2), "hex");

const UNDEFINED_TABLE = "42P01";

/** Turns a failure to connect into one line with advice for the operator. */
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
      throw new NoStoreYet(
        `${serverName(url)} holds no store yet: run "tachyon migrate --db-url …" first`,
        { cause: error },
      );
    }
    throw new StoreError(`${serverName(url)} cannot be used: ${message}`, {
      cause: error,
    });
  }
}
