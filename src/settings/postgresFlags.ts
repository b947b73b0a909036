import { isPostgres } from "../store/open.ts";
import { POSTGRES_DEFAULTS } from "../store/postgres/open.ts";
import { inGroup } from "./flagGroups.ts";
import type { FlagValues } from "./readFlags.ts";
import { UsageError } from "./usageError.ts";
import { countFlag, parseLagBound } from "./values.ts";

const { pool, scanPool, statementTimeoutMs, maxLag } = POSTGRES_DEFAULTS;

/** Sessions per server. A PostgreSQL with this many is specially tuned. */
const MAX_POOL = 10_000;

export const postgresFlags = inGroup("PostgreSQL", {
  "read-db-url": {
    value: "URL",
    help: "A standby that answers requests. Repeatable, or separated by commas.",
    parse: parseUrls,
    otherwise: [] as readonly string[],
    repeated: ",",
  },
  "max-replica-lag": {
    value: "TIME",
    help: "Do not use a standby that is further behind the newest server: seconds (20s),\nminutes (2m), or slots (50). Default: 20s",
    parse: parseLagBound,
    otherwise: maxLag,
  },
  "db-pool": countFlag(
    "N",
    "Connections of each process to each server.",
    pool,
    1,
    MAX_POOL,
  ),
  "db-scan-pool": countFlag(
    "N",
    "Additional connections for filtered requests.",
    scanPool,
    1,
    MAX_POOL,
  ),
  "db-timeout-ms": countFlag(
    "MS",
    "The longest duration of a statement, in milliseconds.",
    statementTimeoutMs,
  ),
});

export type PostgresFlags = FlagValues<typeof postgresFlags>;

function parseUrls(text: string): readonly string[] {
  const urls = text.split(",");
  if (urls.every((url) => isPostgres(url) && URL.canParse(url))) return urls;
  throw new UsageError("is not a URL that starts with postgres://");
}
