import { assertCurrent, type Store } from "../store/open.ts";
import { schemaVersion } from "../store/schema/migrate.ts";
import type { ServiceContext } from "./context.ts";
import { defaultStore, openSource } from "./indexing/openSource.ts";
import type { LiveStore } from "./liveStore.ts";
import { openServiceStore } from "./openServiceStore.ts";
import { reportExample, reportStore } from "./reportStore.ts";
import { watchHealth } from "./watchHealth.ts";

/** A store that another process indexes into, or that no longer changes. */
export async function openIndexedStore(
  context: ServiceContext,
  signal: AbortSignal,
): Promise<LiveStore> {
  const { flags, reporter } = context;
  const url = flags["db-url"] ?? (await storeOfSource(context, signal));
  const options = { write: false, signal };
  const store = await openServiceStore(url, flags, reporter, options);
  await assertUpgraded(store);
  await reportStore(store, url, reporter);
  return {
    url,
    health: await watchHealth(flags, null, store, signal),
    opened: store,
    onBlocks: () => undefined,
    finished: new Promise(() => undefined),
    begin: (base) => reportExample(store, base, reporter),
    close: () => store.close(),
  };
}

/** Requests would fail for lack of tables until the process that indexes has upgraded the store. */
async function assertUpgraded(store: Store): Promise<void> {
  try {
    assertCurrent(await schemaVersion(store.reader));
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Without --db-url, the store is the one named after the chain. */
async function storeOfSource(
  { flags, reporter }: ServiceContext,
  signal: AbortSignal,
): Promise<string> {
  const { name, title } = await openSource(flags, reporter, signal);
  reporter.say(`chain    ${title}`);
  return defaultStore(flags["data-dir"], name);
}
