import { IndexingFacts } from "../serve/indexingFacts.ts";
import { readVersion } from "../settings/package.ts";
import type { ServeFlags } from "../settings/serveFlags.ts";
import { aborted } from "./aborted.ts";
import type { ServiceContext, Serving } from "./context.ts";
import { startIndexer } from "./indexing/startIndexer.ts";
import type { LiveStore } from "./liveStore.ts";
import { openIndexedStore } from "./openIndexedStore.ts";
import { assertCanStart } from "./preflight.ts";
import type { Reporter } from "./reporter.ts";
import { startServing } from "./startServing.ts";

/** Indexes a chain and answers requests about it until the signal aborts. */
export async function serve(
  flags: ServeFlags,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<void> {
  await assertCanStart(flags);
  reporter.say(`Tachyon ${readVersion()}`);
  const context = { flags, reporter, facts: new IndexingFacts() };
  const store = flags["disable-indexing"]
    ? await openIndexedStore(context, signal)
    : await startIndexer(context, signal);
  let serving: Serving | null = null;
  try {
    serving = await announce(context, store, signal);
    await store.begin(serving?.base ?? null);
    const lost = serving ? [serving.lost] : [];
    await Promise.race([store.finished, aborted(signal), ...lost]);
  } finally {
    await serving?.close();
    await store.close();
  }
}

async function announce(
  context: ServiceContext,
  store: LiveStore,
  signal: AbortSignal,
): Promise<Serving | null> {
  if (context.flags["disable-api"] || signal.aborted) return null;
  const serving = await startServing(context, store, signal);
  const { base } = serving;
  context.reporter.say(`serving  ${base}`, { url: base });
  return serving;
}
