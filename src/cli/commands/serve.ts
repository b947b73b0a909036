import { once } from "node:events";
import { assertChain } from "../../store/facts.ts";
import {
  isPostgres,
  openForUpkeep,
  openStore,
  type Store,
  storeName,
} from "../../store/open.ts";
import { readHead } from "../../store/head.ts";
import type { Health } from "../../ingest/health.ts";
import { fillIn } from "../backfilling.ts";
import { buildIndex } from "../buildIndex.ts";
import { IndexingFacts } from "../../serve/indexing.ts";
import { exampleRequest } from "../example.ts";
import { openCallers } from "../gate.ts";
import { indexChain, type Indexing } from "../indexing.ts";
import { listen } from "../listen.ts";
import { onlyOnce } from "../onlyOnce.ts";
import { type ChosenSource, defaultStore, openSource } from "../openSource.ts";
import { readVersion } from "../package.ts";
import type { Screen } from "../screen.ts";
import { pastOf } from "./backfill.ts";
import type { ServeFlags } from "./serveFlags.ts";
import { UsageError } from "../usage.ts";
import { watchHealth } from "../watchHealth.ts";
import { CommonBook } from "../workers/commonBook.ts";
import { WorkerPool } from "../workers/pool.ts";
import { postgresOptions } from "./postgresFlags.ts";

/** Indexes a chain and answers requests about it, until the signal says stop. */
export async function serve(
  flags: ServeFlags,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  if (flags["disable-indexing"] && flags["disable-api"])
    throw new UsageError("--disable-indexing and --disable-api leave nothing");
  screen.say(`Tachyon ${readVersion()}`);
  const facts = new IndexingFacts();
  const chosen = await chooseSource(flags, screen, signal, facts);
  const url = flags["db-url"] ?? defaultStore(flags["data-dir"], chosen!.name);
  if (flags["read-db-url"].length > 0 && !isPostgres(url))
    throw new UsageError("--read-db-url needs a postgres:// --db-url");
  const store = await openStore(url, {
    ...postgresOptions(flags, screen),
    cacheMib: flags["cache-mb"],
    recallMib: flags["recall-mb"],
    write: !flags["disable-indexing"],
    polite: !indexesAlone(flags),
    signal,
  });
  try {
    if (chosen && store.writer)
      await assertChain(store.reader, chosen.source.chain);
    await showWhatIsThere(chosen, store, url, screen);
    const health = await watchHealth(flags, chosen, store, signal);
    await run({ flags, chosen, store, url, screen, health, facts }, signal);
  } finally {
    await store.close();
  }
}

/** None is needed to serve a store that is named. */
async function chooseSource(
  flags: ServeFlags,
  screen: Screen,
  signal: AbortSignal,
  facts: IndexingFacts,
): Promise<ChosenSource | null> {
  if (flags["disable-indexing"] && flags["db-url"]) return null;
  return openSource(flags, screen, signal, () => facts.retries++);
}

async function showWhatIsThere(
  chosen: ChosenSource | null,
  { reader }: Store,
  url: string,
  screen: Screen,
): Promise<void> {
  const head = await readHead(reader);
  if (chosen) screen.say(`chain    ${chosen.title}`);
  screen.say(
    `store    ${storeName(url)}, ${head ? `up to slot ${head.slot}` : "empty"}`,
  );
}

/** Whether nobody is answered by the process that indexes. */
function indexesAlone(flags: ServeFlags): boolean {
  return flags.workers > 0 || flags["disable-api"];
}

interface Parts {
  readonly flags: ServeFlags;
  readonly chosen: ChosenSource | null;
  readonly store: Store;
  readonly url: string;
  readonly screen: Screen;
  readonly health: Health;
  readonly facts: IndexingFacts;
}

/** The server listens before indexing starts: a port that is taken should show at once, and what is there can be asked. */
async function run(parts: Parts, signal: AbortSignal): Promise<void> {
  const server = parts.flags["disable-api"]
    ? null
    : await startServing(parts, signal);
  const working = work(parts, server, signal);
  try {
    await (server ? Promise.race([working, server.lost]) : working);
  } finally {
    await server?.close();
  }
}

async function work(
  parts: Parts,
  server: Listening | null,
  signal: AbortSignal,
): Promise<void> {
  const { flags, chosen, store, screen, health, facts } = parts;
  const onCaughtUp = onlyOnce(async () => {
    await showExample(parts, server);
    if (flags.backfill) void fillInBeside(parts, signal);
  });
  if (await readHead(store.reader)) await onCaughtUp();
  if (chosen && store.writer) {
    const { writer } = store;
    const { verify, "start-slot": startSlot } = flags;
    const alone = indexesAlone(flags);
    const how = { verify, alone, startSlot, screen };
    const told = { health, facts, onCaughtUp };
    await index(parts, { writer, chosen, ...how, ...told }, signal);
  }
  if (server && !signal.aborted) await once(signal, "abort");
}

/** Binding waits while another process indexes into the same PostgreSQL; told to stop, this one need not get its turn. */
async function index(
  parts: Parts,
  indexing: Indexing,
  signal: AbortSignal,
): Promise<void> {
  try {
    await indexing.writer.bindChain(indexing.chosen.source.chain);
    await buildIndexes(parts, signal);
    await indexChain(indexing, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Before indexing, because there is one writer, and after a spare's turn has come; from then on every block keeps them up to date. */
async function buildIndexes(
  { flags, url, screen }: Parts,
  signal: AbortSignal,
): Promise<void> {
  if (flags.index.length === 0) return;
  const connection = await openForUpkeep(url);
  try {
    for (const window of flags.index)
      await buildIndex(connection, window, screen, signal);
  } finally {
    await connection.close();
  }
}

/** A past that cannot be filled in is told and left alone: the tip is worth following without it. */
async function fillInBeside(parts: Parts, signal: AbortSignal): Promise<void> {
  const { flags, store, screen } = parts;
  if (!store.writer) return;
  try {
    const chosen = await openSource(pastOf(flags), screen, signal);
    const { writer } = store;
    const { verify } = flags;
    const all = { from: null, to: null };
    await fillIn({ writer, chosen, verify, screen, ...all }, signal);
  } catch (err) {
    if (!signal.aborted) screen.error({ err }, "backfilling has stopped");
  }
}

interface Listening {
  readonly base: string;
  /** Rejects when it can no longer be reached. */
  readonly lost: Promise<never>;
  close(): Promise<void>;
}

async function startServing(
  parts: Parts,
  stopping: AbortSignal,
): Promise<Listening> {
  const { flags, store, screen, health, facts } = parts;
  const read = store.reader;
  const server =
    flags.workers > 0
      ? await startWorkers(parts)
      : await listen({ flags, read, health, facts, screen, stopping });
  screen.say(`serving  ${server.base}`, { url: server.base });
  return server;
}

/** SIGHUP replaces the workers one by one, for a new version of the program or a worker that has grown odd. */
async function startWorkers(parts: Parts): Promise<Listening> {
  const { flags, url, screen, facts } = parts;
  const opened = openCallers(flags, screen);
  const { pool, base } = await WorkerPool.start({
    ...{ count: flags.workers, url, screen, facts },
    book: new CommonBook(opened.callers, facts),
  });
  const reload = (): void => {
    pool.reload().then(
      () => {
        screen.say("the workers are replaced");
      },
      (err: unknown) => {
        screen.error({ err }, "the workers are not replaced");
      },
    );
  };
  process.on("SIGHUP", reload);
  return {
    base,
    lost: new Promise<never>(() => undefined), // workers are replaced for ever
    close: async () => {
      await pool.close(flags.drain * 1000);
      opened.close();
    },
  };
}

async function showExample(
  { store, screen }: Parts,
  server: Listening | null,
): Promise<void> {
  if (!server) return;
  const example = await exampleRequest(store.reader, server.base);
  if (example) screen.say(`try it   ${example}`);
}
