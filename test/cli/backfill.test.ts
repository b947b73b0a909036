import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { builtInTrees } from "../../src/ingest/trees/builtInTrees.ts";
import { openStore } from "../../src/store/open.ts";
import { createClient } from "../../src/client/index.ts";
import { readChain } from "../encoder/recorded.ts";
import { type NodeAccount, startSimulatedNode } from "../node/simulatedNode.ts";
import { recordedLines } from "../replay/chain.ts";
import { updatesOf } from "../simulation/index.ts";
import { World } from "../simulation/world.ts";
import { assertSameRows } from "../store/dump.ts";
import { test, type WithStore } from "../store/eachEngine.ts";
import { waitFor } from "../waitFor.ts";
import { folderFor, follow, reaches } from "./liveService.ts";
import { runTachyon, startTachyon } from "./tachyon.ts";

const PAST = 300;
const DEEPEST_FORK = 5;

/** A node whose chain has history, and grows and forks while it is followed. */
async function livingNode(t: TestContext) {
  const world = new World(4, 0);
  world.grow(PAST);
  const node = await startSimulatedNode({
    blocks: () => world.chain,
    finalAfter: DEEPEST_FORK,
  });
  const living = setInterval(() => {
    world.grow();
    if (world.chain.length % 9 === 0) world.fork(DEEPEST_FORK);
  }, 50);
  const rest = (): number => {
    clearInterval(living);
    world.grow();
    return world.tip.slot;
  };
  t.after(() => {
    clearInterval(living);
    return node.close();
  });
  return { world, node, rest };
}

async function assertWhole(url: string, world: World, withStore: WithStore) {
  const read = await openStore(url, { write: false });
  await withStore(async (clean) => {
    await clean.writer.addTrees(builtInTrees);
    await clean.writer.apply(updatesOf(world.chain));
    await assertSameRows(read.reader, clean.reader);
  }).finally(() => read.close());
}

test("tachyon backfill, killed and restarted beside a server at the tip, gives the same rows as indexing in order", (withStore, withUrl, t) =>
  withUrl(async (url) => {
    const { world, node, rest } = await livingNode(t);
    const store = ["--db-url", url];
    const service = await follow(t, node, [...store, "--start-slot", "latest"]);
    await service.says(/^indexed/);
    const cwd = await folderFor(t);
    const args = ["backfill", "--rpc-url", node.url.href, ...store];
    const killed = await startTachyon(t, cwd, args);
    await killed.says(/^backfill \d+ slots that are missing/);
    const before = node.blockRequests.length;
    await waitFor(
      "some of the past to be asked for",
      () => node.blockRequests.length - before,
      (asked) => asked > PAST / 10,
      { unless: killed.gone },
    );
    await killed.stop("SIGKILL");
    const { code, stdout, stderr } = await runTachyon(cwd, args);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /backfill \d+ slots that are missing/);
    const again = await runTachyon(cwd, args);
    assert.match(again.stdout, /backfill nothing is missing/);
    await reaches(service, rest());
    assert.equal((await service.stop("SIGTERM")).code, 0);
    await assertWhole(url, world, withStore);
  }));

test("tachyon --backfill indexes older blocks while serving the tip", (withStore, withUrl, t) =>
  withUrl(async (url) => {
    const { world, node, rest } = await livingNode(t);
    const store = ["--db-url", url, "--start-slot", "latest", "--backfill"];
    const service = await follow(t, node, store);
    await service.says(/^backfill \d+ blocks with \d+ compression/);
    await reaches(service, rest());
    assert.equal((await service.stop("SIGTERM")).code, 0);
    await assertWhole(url, world, withStore);
  }));

test("proofs are given after a backfill although no further block comes", (_, withUrl, t) =>
  withUrl(async (url) => {
    const blocks = readChain("programs-400");
    const accounts = recordedLines("chains/accounts.jsonl.gz").map(
      (line) => JSON.parse(line) as NodeAccount,
    );
    const node = await startSimulatedNode({ blocks, accounts });
    t.after(() => node.close());
    const args = ["--db-url", url, "--start-slot", "1010", "--backfill"];
    const service = await follow(t, node, args);
    await service.says(/^backfill 9 blocks/);
    const hash = "5K7VKNgKDcYwixejf1aDN9QyehuQqsP3fgopttLg1Ho";
    const client = createClient(await service.url());
    const { value } = await waitFor(
      "a proof of an account of the first block",
      () => client.getCompressedAccountProof({ hash }),
      Boolean,
      { unless: service.gone },
    );
    assert.equal(value.root, "449r94QSzn3BK8XDscRvkskqrsYDcP81E32iS91zqmh9");
    assert.equal((await service.stop("SIGTERM")).code, 0);
  }));
