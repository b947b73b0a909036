import assert from "node:assert/strict";
import { test } from "node:test";
import { startSimulatedNode } from "../../test/node/simulatedNode.ts";
import {
  overRpc,
  reaches,
  startIndexer,
  updatesOf,
} from "../../test/simulation/index.ts";
import { World } from "../../test/simulation/world.ts";
import { openStore } from "../store/open.ts";
import { assertSameRows } from "../../test/store/dump.ts";
import { withStore, withStorePath } from "../../test/store/withStore.ts";
import { ForkTooDeep, NoBeginning } from "./follow.ts";
import { builtInTrees } from "./trees/builtInTrees.ts";

test("a fork too deep to undo ends indexing with a reason and leaves the store unchanged", (t) =>
  withStorePath(async (url) => {
    const world = new World(1);
    world.grow(700);
    const before = world.chain;
    const store = await openStore(url, { write: true });
    await store.writer!.addTrees(builtInTrees);
    await store.writer!.apply(updatesOf(before));
    await store.close();
    world.fork(before.at(-1)!.slot - before[20]!.slot);
    const node = await startSimulatedNode({ blocks: () => world.chain });
    t.after(() => node.close());
    const indexer = await startIndexer(url, overRpc(node.url), 0);
    await assert.rejects(indexer.ended, (error: Error) => {
      assert.ok(error instanceof ForkTooDeep);
      assert.match(error.message, /further back than can be undone/);
      return true;
    });
    await indexer.kill();
    const read = await openStore(url, { write: false });
    await withStore(async (clean) => {
      await clean.writer.addTrees(builtInTrees);
      await clean.writer.apply(updatesOf(before));
      await assertSameRows(read.reader, clean.reader);
    });
    await read.close();
  }));

test("an index all of whose blocks were abandoned starts again where it began, not where --start-slot says", (t) =>
  withStorePath(async (url) => {
    const world = new World(2);
    world.grow(60);
    const start = world.chain[50]!.slot - 1;
    const node = await startSimulatedNode({ blocks: () => world.chain });
    t.after(() => node.close());
    const first = await startIndexer(url, overRpc(node.url), start);
    await reaches(first, world.tip);
    world.fork(30);
    world.grow(5);
    await reaches(first, world.tip);
    await first.kill();
    const store = await openStore(url, { write: false });
    const [row] = await store.reader.all("select min(slot) from blocks", []);
    const expected = world.chain.find(({ slot }) => slot > start)!.slot;
    assert.equal(row![0], expected);
    await store.close();
  }));

test("a node that never lists the block to start with ends indexing, and says where it could start instead", (t) =>
  withStorePath(async (url) => {
    const world = new World(3, 0);
    world.grow(20);
    const [, second] = world.chain;
    // It claims to have slot 0, and leaves it out all the same.
    const node = await startSimulatedNode({
      blocks: () => world.chain.slice(1),
      firstAvailable: 0,
    });
    t.after(() => node.close());
    const stuck = await startIndexer(url, overRpc(node.url), -1);
    await assert.rejects(stuck.ended, (error: Error) => {
      assert.ok(error instanceof NoBeginning);
      const remedy = `--start-slot ${second!.slot}`;
      assert.match(error.message, /its parent, slot 0, is missing/);
      assert.ok(error.message.includes(remedy), error.message);
      return true;
    });
    await stuck.kill();
    const limited = await startIndexer(
      url,
      overRpc(node.url),
      second!.slot - 1,
    );
    await reaches(limited, world.tip);
    await limited.kill();
  }));
