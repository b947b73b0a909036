// npm run long-replay -- --blocks 1000000 --cache-mb 16: indexes that many blocks and prints memory, rate and disk usage
// as it goes.
import { readFileSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { readJsonBlock } from "../../src/codecs/blocks/jsonBlock.ts";
import type { Block } from "../../src/domain/block.ts";
import { followChain } from "../../src/ingest/follow.ts";
import { TreeLookup } from "../../src/ingest/lookup.ts";
import type { BlockSource } from "../../src/ingest/source/source.ts";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { TreeBook } from "../../src/ingest/trees/treeBook.ts";
import { openStore, sqlitePath } from "../../src/store/open.ts";
import { DEFAULT_CACHE_MIB } from "../../src/store/sqlite/connection.ts";
import { withStorePath } from "../store/withStore.ts";
import { World } from "./world.ts";

const { values } = parseArgs({
  options: {
    blocks: { type: "string", default: "1000000" },
    "cache-mb": { type: "string", default: String(DEFAULT_CACHE_MIB) },
  },
});
const total = Number(values.blocks);
const never = new AbortController().signal;
const SAY_EVERY = Math.max(1, Math.floor(total / 20));

/** Blocks made on demand; only the state after the last one is kept. */
const source: BlockSource = {
  chain: "file:replay",
  description: "made-up chain",
  accounts: null,
  live: null,
  ends: true,
  progress: () => ({ at: 0, of: total }),
  async *blocks(): AsyncGenerator<Block> {
    const world = new World(1, 1, 0.05);
    for (let i = 0; i < total; i++) {
      world.grow();
      world.forgetPast(200);
      const { slot, block } = world.tip;
      yield await Promise.resolve(readJsonBlock(slot, block));
    }
  },
};

/** SQLite maps the store's file, whose pages count as resident while memory is available. */
function ownMemory(): string {
  const status = readFileSync("/proc/self/status", "utf8");
  const kb = /RssAnon:\s+(\d+)/.exec(status)?.[1];
  return kb === undefined ? "?" : (Number(kb) / 1000).toFixed(0);
}

await withStorePath(async (url) => {
  const cacheMib = Number(values["cache-mb"]);
  const store = await openStore(url, { write: true, cacheMib });
  const { reader } = store;
  const writer = store.writer!;
  const book = new TreeBook(builtInTrees);
  await writer.addTrees(builtInTrees);
  const save = () => Promise.resolve();
  const lookup = new TreeLookup({ book, accounts: null, save });
  const parts = { source, writer, book, lookup, startAfter: -1, verify: false };
  const started = performance.now();
  let blocks = 0;
  let transactions = 0;
  let said = 0;
  const say = async () => {
    const seconds = (performance.now() - started) / 1000;
    const { rss, heapUsed, external } = process.memoryUsage();
    const [accounts] = await reader.all("select count(*) from accounts", []);
    console.log(
      [
        `${blocks} blocks`,
        `${transactions} transactions`,
        `${String(accounts![0])} accounts`,
        `${Math.round(blocks / seconds)} blocks/s`,
        `rss ${Math.round(rss / 1e6)} MB, without the mapped store ${ownMemory()} MB`,
        `heap ${Math.round(heapUsed / 1e6)} MB, outside it ${Math.round(external / 1e6)} MB`,
        `disk ${Math.round(statSync(sqlitePath(url)).size / 1e6)} MB`,
      ].join(", "),
    );
  };
  await followChain(
    {
      ...parts,
      onProgress: async (batch) => {
        blocks += batch.blocks;
        transactions += batch.transactions;
        if (blocks - said < SAY_EVERY) return;
        said = blocks;
        await say();
      },
    },
    never,
  );
  await say();
  await store.close();
});
