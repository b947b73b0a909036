// Two servers that index the same chain while they are asked, the second one a block behind the first.
import { setTimeout as sleep } from "node:timers/promises";
import type { StateUpdate } from "../../src/domain/update.ts";
import { openFileChain } from "../../src/ingest/source/file/fileChain.ts";
import { buildServer } from "../../src/rpc/http/server.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { chainPath, recordedTrees, recordedUpdates } from "../replay/chain.ts";
import { type OpenedStore, withStore } from "../store/withStore.ts";

/** Blocks that are indexed before the first request. */
const BEFORE = 10;
const BLOCK_MS = 100;

export interface Followers {
  readonly urls: readonly [string, string];
  /** How many blocks came while the second server was behind. */
  readonly behind: () => number;
}

export async function followers(
  name: string,
  work: (followers: Followers) => Promise<void>,
): Promise<void> {
  const updates = await recordedUpdates(name);
  await withStore((first) =>
    withStore(async (second) => {
      const a = await serveFirst(first, name, updates.slice(0, BEFORE));
      const b = await serveFirst(second, name, updates.slice(0, BEFORE));
      const stop = new AbortController();
      let behind = 0;
      const growing = (async () => {
        for (const update of updates.slice(BEFORE)) {
          await first.writer.apply([update]);
          await sleep(BLOCK_MS);
          behind++;
          await second.writer.apply([update]);
          if (stop.signal.aborted) return;
        }
      })();
      try {
        await work({ urls: [a.url, b.url], behind: () => behind });
      } finally {
        stop.abort();
        await growing;
        await Promise.all([a.close(), b.close()]);
      }
    }),
  );
}

async function serveFirst(
  { writer, reader: read }: OpenedStore,
  name: string,
  updates: readonly StateUpdate[],
) {
  const trees = await recordedTrees();
  await writer.addTrees([...trees]);
  await writer.apply([...updates]);
  const chain = openFileChain(chainPath(name), () => Promise.resolve(trees));
  const log = { error: () => undefined };
  const server = buildServer({ read, chain, methods, log, version: "test" });
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  return { url, close: () => server.close() };
}
