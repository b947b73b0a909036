import { isPostgres } from "../../store/open.ts";
import {
  POSTGRES_DEFAULTS,
  type PostgresOptions,
} from "../../store/postgres/open.ts";
import type { FlagValues } from "../flags.ts";
import type { Screen } from "../screen.ts";
import { UsageError } from "../usage.ts";
import { countFlag } from "../values.ts";

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

export function postgresOptions(
  flags: PostgresFlags,
  screen: Screen,
): PostgresOptions {
  return {
    readUrls: flags["read-db-url"],
    maxLagSlots: flags["max-replica-lag"],
    pool: flags["db-pool"],
    scanPool: flags["db-scan-pool"],
    statementTimeoutMs: flags["db-timeout-ms"],
    onNotice: (notice) => {
      screen.say(notice);
    },
  };
}
