import { readdirSync, statSync } from "node:fs";
import { defaultStore } from "../service/indexing/openSource.ts";
import { serveFlags } from "../settings/serveFlags.ts";
import { UsageError } from "../settings/usageError.ts";

/** Flags of the commands that need an existing store. */
export const existingStoreFlags = {
  "db-url": {
    ...serveFlags["db-url"],
    help: "The store: sqlite://PATH or postgres://USER:PASSWORD@HOST/DATABASE.\nDefault: the only store in --data-dir",
  },
  "data-dir": {
    ...serveFlags["data-dir"],
    help: "Folder of the stores without --db-url. Default: ./tachyon-data",
  },
};

/** The store given by the flags, or else the only one in the data directory. */
export function existingStore(flags: {
  readonly "db-url": string | null;
  readonly "data-dir": string;
}): string {
  return flags["db-url"] ?? onlyStoreIn(flags["data-dir"]);
}

function onlyStoreIn(dataDir: string): string {
  const found = statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(dataDir).filter((name) => name.endsWith(".db"))
    : [];
  if (found.length === 1)
    return defaultStore(dataDir, found[0]!.slice(0, -".db".length));
  const what = found.length === 0 ? "no store" : `${found.length} stores`;
  throw new UsageError(`${what} in ${dataDir}: choose one with --db-url`);
}
