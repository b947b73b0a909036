import { isPostgres } from "../store/open.ts";
import { POSTGRES_DEFAULTS } from "../store/postgres/open.ts";
import type { FlagValues } from "./readFlags.ts";
import { UsageError } from "./usageError.ts";
import { countFlag } from "./values.ts";

const { pool, scanPool, statementTimeoutMs, maxLagSlots } = POSTGRES_DEFAULTS;

export const postgresFlags = {
  "read-db-url": {
    value: "URL",
    help: "A PostgreSQL standby that answers requests; may be given several times.",
    parse: parseUrls,
    otherwise: [] as readonly string[],
    repeated: ",",
  },
  "max-replica-lag": countFlag(
    "SLOTS",
    "A standby further behind is left out.",
    maxLagSlots,
  ),
  "db-pool": countFlag("N", "Connections to each PostgreSQL server.", pool),
  "db-scan-pool": countFlag("N", "The same, for filtered requests.", scanPool),
  "db-timeout-ms": countFlag(
    "MS",
    "The longest a PostgreSQL statement may take.",
    statementTimeoutMs,
  ),
};

export type PostgresFlags = FlagValues<typeof postgresFlags>;

function parseUrls(text: string): readonly string[] {
  const urls = text.split(",");
  if (urls.every((url) => isPostgres(url) && URL.canParse(url))) return urls;
  throw new UsageError("is not a URL that starts with postgres://");
}
