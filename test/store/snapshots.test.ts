import assert from "node:assert/strict";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import { openStore } from "../../src/store/open.ts";
import { parseExact } from "../model/exactJson.ts";
import { makeHistory } from "../model/history.ts";
import { askStore } from "../model/lists.ts";
import { Model } from "../model/model.ts";
import { test } from "./eachEngine.ts";

const options = { seed: 11, blocks: 12, transactionsPerBlock: 8 };
const { history, updates } = makeHistory(options);
const modelAt = new Map(
  updates.map(({ block }, i) => [
    block.slot,
    Model.of(updates.slice(0, i + 1)),
  ]),
);

const mint = history.mints[0]!;
const anyData = [{ memcmp: { offset: 0, bytes: "" } }];
const lists = [
  {
    method: "getLatestCompressionSignatures",
    params: {},
    expected: (model: Model) => model.latest(),
  },
  {
    method: "getCompressedAccountsByOwner",
    params: { owner: encodeBase58(COMPRESSED_TOKEN), filters: anyData },
    expected: (model: Model) => model.accountsByOwner(COMPRESSED_TOKEN),
  },
  {
    method: "getCompressedMintTokenHolders",
    params: { mint: encodeBase58(mint) },
    expected: (model: Model) => model.holders(mint),
  },
];

interface Answer {
  readonly result: {
    readonly context: { readonly slot: bigint };
    readonly value: { readonly items: unknown[] };
  };
}

test("slot and items of every page agree while another thread writes and undoes blocks", (_withStore, withUrl) =>
  withUrl(async (url) => {
    const writer = await startWriter(url);
    const store = await openStore(url, { write: false });
    const ask = askStore(store.reader);
    const seen = new Set<number>();
    try {
      // Which slots are seen depends on the threads' timing, so it runs until most of them were.
      for (let pages = 0; pages < 600 || seen.size < 6; pages++) {
        const { method, params, expected } = lists[pages % lists.length]!;
        const request = { jsonrpc: "2.0", id: "1", method, params };
        const text = await ask(JSON.stringify(request));
        const { context, value } = (parseExact(text) as Answer).result;
        const slot = Number(context.slot);
        seen.add(slot);
        assert.ok(pages < 100_000, `only saw the slots ${[...seen].join()}`);
        assert.deepEqual(value.items, expected(modelAt.get(slot)!), method);
      }
    } finally {
      await writer.terminate();
      await store.close();
    }
  }));

/** Resolves once the first block is there to be read. */
async function startWriter(url: string): Promise<Worker> {
  const file = new URL("./restlessWriter.ts", import.meta.url);
  const writer = new Worker(file, { workerData: { url, history: options } });
  await once(writer, "message");
  return writer;
}
