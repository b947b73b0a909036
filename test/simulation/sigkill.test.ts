import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { openStore } from "../../src/store/open.ts";
import { type Service, startTachyon } from "../cli/tachyon.ts";
import { Random } from "../model/random.ts";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import { assertSameRows, assertSameTrees } from "../store/dump.ts";
import { withStore, withStorePath } from "../store/withStore.ts";
import { waitFor } from "../waitFor.ts";
import { updatesOf } from "./index.ts";
import { World } from "./world.ts";

const KILLS = 5;
/** A busy machine takes longer to start the process, and would have to index ever more. */
const MAX_BLOCKS = 3_000;

for (const seed of [1]) {
  test(`the real process, killed with SIGKILL ${KILLS} times while the chain grows and forks (${seed}), has exactly the rows and the trees of the final branch`, async (t) => {
    const random = new Random(seed);
    const world = new World(seed, 1);
    world.grow(400);
    const node = await startSimulatedNode({ blocks: () => world.chain });
    t.after(() => node.close());
    const living = setInterval(() => {
      if (world.chain.length > MAX_BLOCKS) return;
      world.grow(1 + random.below(8));
      if (random.chance(0.05)) world.fork(1 + random.below(40));
    }, 20);
    t.after(() => {
      clearInterval(living);
    });
    await withStorePath(async (url) => {
      const args = [
        "--rpc-url",
        node.url.href,
        "--db-url",
        url,
        "--disable-api",
      ];
      for (let kills = 0; kills < KILLS; kills++) {
        const process = await startTachyon(t, ".", args);
        await process.says(/^store/);
        await sleep(random.below(400));
        await process.stop("SIGKILL");
      }
      clearInterval(living);
      world.grow(2);
      const last = await startTachyon(t, ".", args);
      await caughtUp(last, url, world);
      assert.equal((await last.stop("SIGTERM")).code, 0);
      const killed = await openStore(url, { write: true });
      await withStore(async (clean) => {
        await clean.writer.addTrees(builtInTrees);
        await clean.writer.apply(updatesOf(world.chain));
        for (const writer of [killed.writer!, clean.writer])
          while (await writer.refreshTrees());
        await assertSameRows(killed.reader, clean.reader);
        await assertSameTrees(killed.reader, clean.reader);
      });
      await killed.close();
    });
  });
}

async function caughtUp(
  indexing: Service,
  url: string,
  world: World,
): Promise<void> {
  const store = await openStore(url, { write: false });
  const sql = "select blockhash from blocks order by slot desc limit 1";
  const { blockhash } = world.tip.content;
  await waitFor(
    `the index to reach ${blockhash}`,
    async () => (await store.reader.all(sql, []))[0]?.[0],
    (newest) => newest === blockhash,
    { unless: indexing.gone, withinMs: 240_000 },
  ).finally(() => store.close());
}
