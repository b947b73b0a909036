import * as methods from "../../src/rpc/methods/index.ts";
import { buildServer } from "../../src/rpc/http/server.ts";
import { openFileChain } from "../../src/ingest/source/file/fileChain.ts";
import { readExplorer } from "../../src/explorer/files.ts";
import { IndexingFacts } from "../../src/serve/indexingFacts.ts";
import { servePages } from "../../src/serve/staticPages.ts";
import { LiveCounts } from "../../src/serve/live/liveCounts.ts";
import { serveStatus } from "../../src/serve/status.ts";
import { chainPath, recordedTrees, recordedUpdates } from "../replay/chain.ts";
import type { OpenedStore } from "../store/withStore.ts";

export interface DemoServer {
  readonly url: string;
  /** Indexes the withheld blocks. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

/** Serves the recorded chain and the explorer. The newest blocks are withheld, to arrive while a page is open. `recording`: the page is told that it is one. */
export async function startDemo(
  { reader, writer }: OpenedStore,
  { heldBack = 0, version = "9.8.7", recording = false } = {},
): Promise<DemoServer> {
  const updates = await recordedUpdates("programs-400");
  const indexed = updates.length - heldBack;
  if (recording) await writer.bindChain("file:programs-400");
  await writer.apply(updates.slice(0, indexed));
  while (await writer.refreshTrees());
  const log = { error: console.error };
  const chain = openFileChain(chainPath("programs-400"), recordedTrees);
  const server = buildServer({ read: reader, chain, methods, log, version });
  const indexing = new IndexingFacts();
  const health = {
    lag: () => null,
    lagSeconds: () => null,
    slotMs: () => 400,
  };
  const live = new LiveCounts();
  serveStatus(server, { version, read: reader, indexing, health, live });
  servePages(server, readExplorer());
  return {
    url: `${await server.listen({ host: "127.0.0.1", port: 0 })}/`,
    catchUp: () => writer.apply(updates.slice(indexed)),
    close: () => server.close(),
  };
}
