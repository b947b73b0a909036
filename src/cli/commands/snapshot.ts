import { once } from "node:events";
import { dirname } from "node:path";
import { followChain } from "../../ingest/follow.ts";
import { openFileAccounts } from "../../ingest/source/file/fileAccounts.ts";
import { openReferenceSnapshot } from "../../ingest/source/file/referenceSnapshot.ts";
import { StoreError } from "../../store/errors.ts";
import { makeFolder } from "../../store/sqlite/makeFolder.ts";
import { isPostgres, openStore, sqlitePath } from "../../store/open.ts";
import { createSnapshot } from "../../store/snapshot/create.ts";
import {
  readHeader,
  type SnapshotHeader,
} from "../../store/snapshot/header.ts";
import { startSnapshotServer } from "../../serve/downloads/snapshotServer.ts";
import {
  assertNothingAt,
  restoreSnapshot,
} from "../../store/snapshot/restore.ts";
import { existingStore, existingStoreFlags } from "../onlyStore.ts";
import { discard, download } from "./download.ts";
import type { FlagValues } from "../../settings/readFlags.ts";
import { openTrees } from "../../service/indexing/openTrees.ts";
import { openNode } from "../../service/indexing/openSource.ts";
import { Progress } from "../../service/indexing/progress.ts";
import type { Reporter } from "../../service/reporter.ts";
import { UsageError } from "../../settings/usageError.ts";
import { countFlag, switchFlag } from "../../settings/values.ts";
import { serveFlags } from "../../settings/serveFlags.ts";

export const snapshotFlags = {
  "db-url": {
    ...serveFlags["db-url"],
    help: "The store: sqlite://PATH. Default for create: the only store in --data-dir.\nRequired for restore and import, which make a new store.",
  },
  "data-dir": existingStoreFlags["data-dir"],
  "rpc-url": serveFlags["rpc-url"],
  accounts: {
    ...serveFlags.accounts,
    help: "For import without --rpc-url: recorded tree accounts, one {pubkey, account}\nline each.",
  },
  force: switchFlag("For create: replace an existing file."),
  host: {
    ...serveFlags.host,
    help: "For serve: address to listen on. Default: 127.0.0.1",
  },
  port: {
    ...serveFlags.port,
    help: "For serve: port to listen on, 0 for any free one. Default: 8784",
  },
  "max-downloads": countFlag("N", "For serve: downloads at the same time.", 8, 1, 1_000), // prettier-ignore
  "log-format": serveFlags["log-format"],
};

type SnapshotFlags = FlagValues<typeof snapshotFlags>;
type Action = (
  place: string,
  flags: SnapshotFlags,
  reporter: Reporter,
  signal: AbortSignal,
) => Promise<void>;

const ACTIONS: Readonly<Record<string, Action>> = {
  create: async (file, flags, reporter) => {
    const { force } = flags;
    const store = fileOf(existingStore(flags));
    const header = await createSnapshot(store, file, { force });
    reporter.say(`wrote ${file}: ${describe(header)}`, header);
  },
  restore: async (place, flags, reporter, signal) => {
    const path = fileOf(newStore("restore", flags));
    assertNothingAt(path);
    const url = urlIn(place);
    const file = url ? `${path}.download` : place;
    makeFolder(dirname(path));
    if (url) await fetchTo(url, file, reporter, signal);
    const header = await restoreSnapshot(file, path).catch(
      async (error: unknown) => {
        // A damaged download starts over; after a full disk, it is kept.
        if (url && error instanceof StoreError) await discard(file);
        throw error;
      },
    );
    if (url) await discard(file);
    reporter.say(`restored ${path}: ${describe(header)}`, header);
  },
  serve: async (file, flags, reporter, signal) => {
    const { header } = await readHeader(file);
    const { host, port, "max-downloads": most } = flags;
    const where = { host, port, most, log: reporter };
    const { url, lost, close } = await startSnapshotServer(file, where);
    reporter.say(`serving  ${url}  (${describe(header)})`, { url, ...header });
    if (!signal.aborted) await Promise.race([once(signal, "abort"), lost]);
    await close();
  },
  import: importReference,
};

/** `create FILE`, `restore FILE|URL`, `serve FILE` or `import PATH`. */
export async function snapshot(
  [action = "", place, ...rest]: readonly string[],
  flags: SnapshotFlags,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<void> {
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!act || place === undefined || rest.length > 0)
    throw new UsageError(
      "an action is missing: snapshot create FILE, snapshot restore FILE|URL, snapshot serve FILE, or snapshot import PATH",
    );
  await act(place, flags, reporter, signal);
}

function newStore(action: string, flags: SnapshotFlags): string {
  if (flags["db-url"]) return flags["db-url"];
  throw new UsageError(
    `snapshot ${action} needs --db-url sqlite://PATH for the new store`,
  );
}

/** A snapshot is a copy of the store's file; PostgreSQL has better tools of its own. */
function fileOf(store: string): string {
  if (isPostgres(store))
    throw new UsageError(
      "snapshots are for SQLite stores; for PostgreSQL use pg_dump and pg_restore, see docs/postgresql.md",
    );
  return sqlitePath(store);
}

function urlIn(place: string): URL | null {
  return /^https?:\/\//.test(place) ? new URL(place) : null;
}

async function fetchTo(
  url: URL,
  file: string,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<void> {
  await download(url, file, signal, {
    onProgress: (at, of) => {
      const share = of ? `${Math.floor((100 * at) / of)}% of ` : "";
      const size = ((of ?? at) / 1e6).toFixed(1);
      const line = `downloading: ${share}${size} MB`;
      reporter.status("downloading", { at, of, share: of && at / of }, line);
    },
    onRetry: ({ message }, pauseMs) => {
      const again = `resuming in ${(pauseMs / 1000).toFixed(1)} s`;
      reporter.status(`downloading: ${message}; ${again}`);
    },
  });
}

/** Reads a snapshot of the reference indexer into an empty store. Trees must be known first: from a node or a file. */
async function importReference(
  path: string,
  flags: SnapshotFlags,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<void> {
  const url = newStore("import", flags);
  const urls = flags["rpc-url"];
  if (urls && flags.accounts)
    throw new UsageError(
      "--rpc-url and --accounts: give one of them, not both",
    );
  const node = urls && (await openNode(urls, "finalized", reporter, signal));
  const recorded = flags.accounts
    ? await openFileAccounts(flags.accounts)
    : null;
  const accounts = node?.accounts ?? recorded;
  const source = await openReferenceSnapshot(path, accounts);
  const store = await openStore(url, { write: true });
  const writer = store.writer!;
  try {
    if (node) await writer.bindChain(node.chain);
    const trees = await openTrees({ writer, accounts, reporter }, signal);
    const progress = new Progress(source, reporter);
    const parts = { source, writer, ...trees, startAfter: -1, verify: false };
    const onProgress = progress.add.bind(progress);
    await followChain({ ...parts, onProgress }, signal);
    reporter.say(`imported ${progress.summary()}`, progress.totals());
  } finally {
    await store.close();
  }
}

function describe({ slot, chain, schema, bytes }: SnapshotHeader): string {
  const size = (bytes / 1e6).toFixed(1);
  return `slot ${slot} of ${chain ?? "an unnamed chain"}, schema ${schema}, ${size} MB unpacked`;
}
