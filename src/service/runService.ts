import { setTimeout as sleep } from "node:timers/promises";
import type { Health } from "../ingest/health.ts";
import type { IndexingFacts } from "../serve/indexingFacts.ts";
import { assertChain } from "../store/write/facts.ts";
import { readHead } from "../store/write/head.ts";
import { openForUpkeep, type Store, storeName } from "../store/open.ts";
import { aborted } from "./aborted.ts";
import { fillIn, finalizedOnly } from "./indexing/backfillStore.ts";
import { buildIndex } from "./indexing/buildFilterIndex.ts";
import type { ServeFlags } from "../settings/serveFlags.ts";
import { exampleRequest } from "./exampleRequest.ts";
import { indexChain, type Indexing } from "./indexing/indexChain.ts";
import { onlyOnce } from "./onlyOnce.ts";
import { openServiceStore } from "./openServiceStore.ts";
import {
  type ChosenSource,
  defaultStore,
  openSource,
} from "./indexing/openSource.ts";
import type { Reporter } from "./reporter.ts";
import { watchHealth } from "./watchHealth.ts";

/** What answers requests, here or in other processes. */
export interface Listening {
  readonly base: string;
  /** Rejects when it can no longer be reached. */
  readonly lost: Promise<never>;
  close(): Promise<void>;
}

/** What every part of a service is given. */
export interface ServiceBasics {
  readonly flags: ServeFlags;
  readonly reporter: Reporter;
  readonly facts: IndexingFacts;
}

export interface ServiceOptions extends ServiceBasics {
  /** Null when requests are not to be answered. */
  readonly startServing: (
    parts: ServiceParts,
    signal: AbortSignal,
  ) => Promise<Listening | null>;
}

export interface ServiceParts extends ServiceOptions {
  readonly chosen: ChosenSource | null;
  readonly store: Store;
  readonly url: string;
  readonly health: Health;
}

/** Opens the store and, unless told otherwise, indexes the chain into it, until the signal says stop. */
export async function runService(
  options: ServiceOptions,
  signal: AbortSignal,
): Promise<void> {
  const { flags, reporter } = options;
  const chosen = await chooseSource(options, signal);
  const url = flags["db-url"] ?? defaultStore(flags["data-dir"], chosen!.name);
  const write = !flags["disable-indexing"];
  const store = await openServiceStore(url, flags, reporter, { write, signal });
  try {
    if (chosen && store.writer)
      await assertChain(store.reader, chosen.source.chain);
    await showWhatIsThere(chosen, store, url, reporter);
    const health = await watchHealth(flags, chosen, store, signal);
    await run({ ...options, chosen, store, url, health }, signal);
  } finally {
    await store.close();
  }
}

/** None is needed to serve a store that is named. */
async function chooseSource(
  { flags, reporter, facts }: ServiceOptions,
  signal: AbortSignal,
): Promise<ChosenSource | null> {
  if (flags["disable-indexing"] && flags["db-url"]) return null;
  return openSource(flags, reporter, signal, {
    onRetry: () => facts.retries++,
    onRefused: ({ reasons, all }) => {
      facts.warnings = all ? [] : reasons;
      if (all) facts.obstacles.chain = reasons.join("; ");
      else delete facts.obstacles.chain;
    },
  });
}

async function showWhatIsThere(
  chosen: ChosenSource | null,
  { reader }: Store,
  url: string,
  reporter: Reporter,
): Promise<void> {
  const head = await readHead(reader);
  if (chosen) reporter.say(`chain    ${chosen.title}`);
  reporter.say(
    `store    ${storeName(url)}, ${head ? `up to slot ${head.slot}` : "empty"}`,
  );
}

/** Whether nobody is answered by the process that indexes, which then may use more memory. */
function indexesAlone(flags: ServeFlags): boolean {
  return flags.workers > 0 || flags["disable-api"];
}

/** A short recording is indexed by then, and the first answer finds all of it; a longer one can be asked while it is read. */
const HEAD_START_MS = 3_000;

/** Of a chain that lives nothing is indexed before the server listens: a port that is taken should show at once. */
async function run(parts: ServiceParts, signal: AbortSignal): Promise<void> {
  const { chosen, store, reporter, startServing } = parts;
  const served = Promise.withResolvers<Listening | null>();
  const indexed = Promise.withResolvers<undefined>();
  const working = onlyOnce(() => work(parts, served.promise, indexed, signal));
  if (chosen?.source.ends && store.writer) {
    const enough = sleep(HEAD_START_MS, undefined, { ref: false });
    const stopped = aborted(signal);
    await Promise.race([working(), indexed.promise, enough, stopped]);
  }
  const server = signal.aborted ? null : await startServing(parts, signal);
  if (server) reporter.say(`serving  ${server.base}`, { url: server.base });
  served.resolve(server);
  try {
    await (server ? Promise.race([working(), server.lost]) : working());
  } finally {
    await server?.close();
  }
}

async function work(
  parts: ServiceParts,
  served: Promise<Listening | null>,
  indexed: PromiseWithResolvers<undefined>,
  signal: AbortSignal,
): Promise<void> {
  const { flags, chosen, store, reporter, health, facts } = parts;
  const onCaughtUp = onlyOnce(async () => {
    indexed.resolve(undefined);
    await showExample(parts, await served);
    if (flags.backfill) void fillInBeside(parts, signal);
  });
  if (await readHead(store.reader)) await onCaughtUp();
  if (chosen && store.writer) {
    const { writer } = store;
    const { verify, "start-slot": startSlot } = flags;
    const alone = indexesAlone(flags);
    const how = { verify, alone, startSlot, reporter };
    const told = { health, facts, onCaughtUp };
    await index(parts, { writer, chosen, ...how, ...told }, signal);
  }
  if (await served) await aborted(signal);
}

/** Binding waits while another process indexes into the same PostgreSQL; told to stop, this one need not get its turn. */
async function index(
  parts: ServiceParts,
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
  { flags, url, reporter }: ServiceParts,
  signal: AbortSignal,
): Promise<void> {
  if (flags.index.length === 0) return;
  const connection = await openForUpkeep(url);
  try {
    for (const window of flags.index)
      await buildIndex(connection, window, reporter, signal);
  } finally {
    await connection.close();
  }
}

/** A past that cannot be filled in is told and left alone: the tip is worth following without it. */
async function fillInBeside(
  parts: ServiceParts,
  signal: AbortSignal,
): Promise<void> {
  const { flags, store, reporter } = parts;
  if (!store.writer) return;
  try {
    const chosen = await openSource(finalizedOnly(flags), reporter, signal);
    const { writer } = store;
    const { verify } = flags;
    const all = { from: null, to: null };
    await fillIn({ writer, chosen, verify, reporter, ...all }, signal);
  } catch (err) {
    if (!signal.aborted) reporter.error({ err }, "backfilling has stopped");
  }
}

async function showExample(
  { store, reporter }: ServiceParts,
  server: Listening | null,
): Promise<void> {
  if (!server) return;
  const example = await exampleRequest(store.reader, server.base);
  if (example) reporter.say(`try it   ${example}`);
}
