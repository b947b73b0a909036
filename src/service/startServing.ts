import type { ServiceContext, Serving } from "./context.ts";
import { listen } from "./listening/listen.ts";
import type { LiveStore } from "./liveStore.ts";
import { openServiceStore } from "./openServiceStore.ts";
import { startWorkers } from "./workers/startWorkers.ts";

/** Answers requests from a store: in workers if configured, else in this process. */
export async function startServing(
  context: ServiceContext,
  live: LiveStore,
  stopping: AbortSignal,
): Promise<Serving> {
  const { flags, reporter } = context;
  if (flags.workers > 0) return startWorkers({ ...context, store: live });
  const { url, health, opened } = live;
  const read = { write: false };
  const store = opened ?? (await openServiceStore(url, flags, reporter, read));
  const { reader } = store;
  live.onBlocks(() => {
    reader.slots.look();
  });
  const server = await listen({ ...context, read: reader, health, stopping });
  return {
    base: server.base,
    lost: server.lost,
    close: async () => {
      await server.close();
      if (!opened) await store.close();
    },
  };
}
