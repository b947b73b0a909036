import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { TreeLookup } from "../../src/ingest/lookup.ts";
import { runIngest } from "../../src/ingest/run.ts";
import { openFileSource } from "../../src/ingest/source/file/source.ts";
import { TreeBook } from "../../src/ingest/trees/treeBook.ts";
import { buildServer } from "../../src/rpc/http/server.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import type { Reader } from "../../src/store/reader.ts";
import { encodeChainLine } from "../encoder/updates.ts";
import { historyTrees, makeHistory } from "../model/history.ts";
import { type Ask, assertListsEqual } from "../model/lists.ts";
import { Model } from "../model/model.ts";
import { test } from "../store/eachEngine.ts";
import type { OpenedStore } from "../store/withStore.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

test("any history, from blocks in a file to pages over HTTP, gives the results of the model", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, (seed) =>
      withStore(async (store) => {
        const shape = { blocks: 10, transactionsPerBlock: 8 };
        const { history, updates } = makeHistory({ seed, ...shape });
        await indexFile(store, updates);
        await overHttp(store.reader, (ask) =>
          assertListsEqual(ask, history, Model.of(updates), [2, 1000]),
        );
      }),
    ),
    { numRuns: 6 },
  );
});

async function indexFile(
  { writer }: OpenedStore,
  updates: StateUpdate[],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-chain-"));
  const path = join(folder, "chain.jsonl");
  writeFileSync(path, updates.map(encodeChainLine).join("\n"));
  const source = await openFileSource(path);
  const book = new TreeBook(historyTrees);
  const save = (trees: Parameters<typeof writer.addTrees>[0]) =>
    writer.addTrees(trees);
  const lookup = new TreeLookup({ book, accounts: source.accounts, save });
  const parts = { source, writer, book, lookup, startAfter: 0, verify: false };
  await runIngest(parts, new AbortController().signal);
  rmSync(folder, { recursive: true });
}

async function overHttp(
  read: Reader,
  work: (ask: Ask) => Promise<void>,
): Promise<void> {
  const log = { error: () => undefined };
  const server = buildServer({ read, methods, log, version: "0.0.0" });
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  try {
    await work(async (body) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(url, { method: "POST", headers, body })).text();
    });
  } finally {
    await server.close();
  }
}
