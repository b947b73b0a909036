import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { ServeFlags } from "../settings/serveFlags.ts";
import { UsageError } from "../settings/usageError.ts";
import { NoStoreYet, StoreError } from "../store/errors.ts";
import {
  isPostgres,
  NEWEST_SCHEMA,
  sqlitePath,
  type Store,
  storeName,
} from "../store/open.ts";
import { schemaVersion } from "../store/schema/migrate.ts";
import { assertChain } from "../store/write/facts.ts";
import { readHead } from "../store/write/head.ts";
import type { CheckedChain } from "./checkSource.ts";
import { defaultStore } from "./indexing/openSource.ts";
import { openServiceStore } from "./openServiceStore.ts";
import { openReporter } from "./reporter.ts";

/** Opens the store for reading if it exists. Unless the service only answers, it may also create the store. */
export async function checkStore(
  flags: ServeFlags,
  source: CheckedChain | null,
  signal: AbortSignal,
): Promise<string> {
  const url = storeUrl(flags, source);
  const name = storeName(url);
  try {
    const reporter = openReporter(flags["log-format"]);
    const options = { write: false, signal };
    const store = await openServiceStore(url, flags, reporter, options);
    return `${name}: ${await describe(store, source)}`;
  } catch (error) {
    if (!(error instanceof NoStoreYet) || flags["disable-indexing"])
      throw error;
    if (!isPostgres(url)) assertCreatable(sqlitePath(url));
    return `${name} does not exist: the start creates it`;
  }
}

function storeUrl(flags: ServeFlags, source: CheckedChain | null): string {
  if (flags["db-url"]) return flags["db-url"];
  if (source) return defaultStore(flags["data-dir"], source.name);
  throw new UsageError(
    "the store in --data-dir is named after its chain, and no source names a chain",
  );
}

async function describe(
  store: Store,
  source: CheckedChain | null,
): Promise<string> {
  const { reader } = store;
  try {
    if (source) await assertChain(reader, source.chain);
    const version = await schemaVersion(reader);
    const outdated =
      version < NEWEST_SCHEMA
        ? `, which indexing upgrades to ${NEWEST_SCHEMA}`
        : "";
    const head = await readHead(reader);
    const content = head ? `up to slot ${head.slot}` : "empty";
    return `schema ${version}${outdated}, ${content}`;
  } finally {
    await store.close();
  }
}

/** Missing parent folders are created with the store, so the nearest existing one has to be writable. */
function assertCreatable(path: string): void {
  let folder = dirname(resolve(path));
  while (!existsSync(folder)) folder = dirname(folder);
  if (!statSync(folder).isDirectory())
    throw new StoreError(`${path} cannot be created: ${folder} is a file`);
  try {
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    const why = `${folder} cannot be written to`;
    throw new StoreError(`${path} cannot be created: ${why}`, { cause });
  }
}
