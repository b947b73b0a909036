import { setTimeout as sleep } from "node:timers/promises";
import type { Health } from "../../ingest/health.ts";
import type { RefusedNodes } from "../../ingest/source/node/failover.ts";
import { SlotTime } from "../../ingest/slotTime.ts";
import type { IndexingFacts } from "../../serve/indexingFacts.ts";
import { openForUpkeep, type Store } from "../../store/open.ts";
import { assertChain } from "../../store/write/facts.ts";
import { readHead } from "../../store/write/head.ts";
import type { Writer } from "../../store/writer.ts";
import { aborted } from "../aborted.ts";
import type { ServiceContext } from "../context.ts";
import { onlyOnce } from "../onlyOnce.ts";
import { openServiceStore } from "../openServiceStore.ts";
import { reportExample, reportStore } from "../reportStore.ts";
import { watchHealth } from "../watchHealth.ts";
import { deliverWebhooks } from "../webhooks/webhookThread.ts";
import { backfillStore, finalizedOnly } from "./backfillStore.ts";
import { buildIndex } from "./buildFilterIndex.ts";
import { indexChain, type Indexing } from "./indexChain.ts";
import { type ChosenSource, defaultStore, openSource } from "./openSource.ts";

/** The rest of the service, as the indexer sees it. */
export interface IndexerHost {
  /** Resolves with the URL at which requests are answered, or null if they are not. */
  opened(url: string, health: Health): Promise<string | null>;
  /** Called after the last write. Resolves when nothing reads the store any more. */
  finished(): Promise<unknown>;
}

interface Parts extends ServiceContext {
  readonly chosen: ChosenSource;
  readonly store: Store;
  readonly writer: Writer;
  readonly url: string;
  readonly health: Health;
  /** Resolves when this process is the writer of the store. */
  readonly bound: PromiseWithResolvers<undefined>;
}

/** Opens the store and indexes the chain into it until the signal aborts, or until a recording ends. */
export async function runIndexer(
  context: ServiceContext,
  host: IndexerHost,
  signal: AbortSignal,
): Promise<void> {
  const { flags, reporter, facts } = context;
  const slotTime = new SlotTime();
  const options = {
    pollMs: () => slotTime.pollMs,
    onRetry: () => facts.retries++,
    onRefused: (refused: RefusedNodes) => {
      noteRefused(facts, refused);
    },
  };
  const chosen = await openSource(flags, reporter, signal, options);
  const url = flags["db-url"] ?? defaultStore(flags["data-dir"], chosen.name);
  const store = await openServiceStore(url, flags, reporter, {
    write: true,
    signal,
  });
  try {
    await assertChain(store.reader, chosen.source.chain);
    reporter.say(`chain    ${chosen.title}`);
    await reportStore(store, url, reporter);
    const health = await watchHealth(flags, chosen, store, signal, slotTime);
    const writer = store.writer!;
    const bound = Promise.withResolvers<undefined>();
    const parts = { ...context, chosen, store, writer, url, health, bound };
    await work(parts, host, signal);
  } finally {
    await store.close();
  }
}

function noteRefused(
  facts: IndexingFacts,
  { reasons, all }: RefusedNodes,
): void {
  facts.warnings = all ? [] : reasons;
  if (all) facts.obstacles.chain = reasons.join("; ");
  else delete facts.obstacles.chain;
}

/**
 * A short recording is indexed within this time, so that the first request finds all of it. The bundled one takes half a
 * second, and several on a busy machine.
 */
const HEAD_START_MS = 10_000;

/** A live chain is indexed only after the server listens, so that a port in use is reported immediately. */
async function work(
  parts: Parts,
  host: IndexerHost,
  signal: AbortSignal,
): Promise<void> {
  const { chosen, url, health } = parts;
  const served = Promise.withResolvers<string | null>();
  const indexed = Promise.withResolvers<undefined>();
  const working = onlyOnce(() => index(parts, served.promise, indexed, signal));
  if (chosen.source.ends) {
    const enough = sleep(HEAD_START_MS, undefined, { ref: false });
    const ends = [indexed.promise, enough, aborted(signal)];
    await Promise.race([working(), ...ends]);
  }
  served.resolve(await host.opened(url, health));
  const over = new AbortController();
  const delivered = deliver(parts, AbortSignal.any([signal, over.signal]));
  try {
    await working();
  } finally {
    over.abort();
    await delivered;
    await host.finished();
  }
}

/** Only the writer delivers, so that of several processes with one store one does. */
async function deliver(parts: Parts, signal: AbortSignal): Promise<void> {
  await Promise.race([parts.bound.promise, aborted(signal)]);
  const read = parts.store.reader;
  await deliverWebhooks({ ...parts, read }, signal);
}

async function index(
  parts: Parts,
  served: Promise<string | null>,
  indexed: PromiseWithResolvers<undefined>,
  signal: AbortSignal,
): Promise<void> {
  const { flags, store, reporter } = parts;
  const onCaughtUp = onlyOnce(async () => {
    indexed.resolve(undefined);
    await reportExample(store, await served, reporter);
    if (flags.backfill) void backfillBeside(parts, signal);
  });
  if (await readHead(store.reader)) await onCaughtUp();
  await bindAndIndex(parts, onCaughtUp, signal);
  // After a recording has ended, requests are answered until the service is stopped.
  if ((await served) !== null) await aborted(signal);
}

/** A spare indexer of the same PostgreSQL database waits in bindChain. A stop ends that wait without an error. */
async function bindAndIndex(
  parts: Parts,
  onCaughtUp: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await parts.writer.bindChain(parts.chosen.source.chain);
    parts.bound.resolve(undefined);
    await buildIndexes(parts, signal);
    await indexChain(indexingOf(parts, onCaughtUp), signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function indexingOf(
  { flags, ...parts }: Parts,
  onCaughtUp: () => Promise<void>,
): Indexing {
  const { verify, "start-slot": startSlot } = flags;
  // A process that answers no requests may use more memory for larger batches.
  const alone = flags.workers > 0 || flags["disable-api"];
  return { ...parts, verify, startSlot, alone, onCaughtUp };
}

/** Before indexing, because there is one writer; each block then keeps the filter indexes up to date. */
async function buildIndexes(
  { flags, url, reporter }: Parts,
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

/** A failure to backfill is logged and does not stop the indexer from following the tip. */
async function backfillBeside(
  { flags, writer, reporter }: Parts,
  signal: AbortSignal,
): Promise<void> {
  try {
    const chosen = await openSource(finalizedOnly(flags), reporter, signal);
    const { verify } = flags;
    const all = { from: null, to: null };
    await backfillStore({ writer, chosen, verify, reporter, ...all }, signal);
  } catch (err) {
    if (!signal.aborted) reporter.error({ err }, "backfilling has stopped");
  }
}
