import { openStore, type Store, type StoreOptions } from "../store/open.ts";
import type { PostgresFlags } from "../settings/postgresFlags.ts";
import type { PostgresOptions } from "../store/postgres/open.ts";
import type { ServeFlags } from "../settings/serveFlags.ts";
import type { Reporter } from "./reporter.ts";

/** The store of a service, with the memory and connections its flags give it. */
export function openServiceStore(
  url: string,
  flags: ServeFlags,
  reporter: Reporter,
  options: Pick<StoreOptions, "write" | "signal">,
): Promise<Store> {
  return openStore(url, {
    ...postgresOptions(flags, reporter),
    cacheMib: flags["cache-mb"],
    pageCacheMib: flags["page-cache-mb"],
    history: flags.history,
    ...options,
  });
}

function postgresOptions(
  flags: PostgresFlags,
  reporter: Reporter,
): Omit<PostgresOptions, "pageCacheMib"> {
  return {
    readUrls: flags["read-db-url"],
    maxLag: flags["max-replica-lag"],
    pool: flags["db-pool"],
    scanPool: flags["db-scan-pool"],
    statementTimeoutMs: flags["db-timeout-ms"],
    onNotice: (notice, isTrouble) => {
      if (isTrouble) reporter.warn(notice);
      else reporter.say(notice);
    },
  };
}
