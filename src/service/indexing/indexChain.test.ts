import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { startSimulatedNode } from "../../../test/node/simulatedNode.ts";
import { updatesOf } from "../../../test/simulation/index.ts";
import { World } from "../../../test/simulation/world.ts";
import { assertSameRows } from "../../../test/store/dump.ts";
import { waitFor } from "../../../test/waitFor.ts";
import { withStore, withStorePath } from "../../../test/store/withStore.ts";
import { readJsonBlock } from "../../codecs/blocks/jsonBlock.ts";
import { Health } from "../../ingest/health.ts";
import {
  createJsonRpc,
  NodeUnreachable,
} from "../../ingest/source/node/jsonRpc.ts";
import { openRpcSource } from "../../ingest/source/node/source.ts";
import type { BlockSource } from "../../ingest/source/source.ts";
import { Stalled } from "../../ingest/supervise.ts";
import { builtInTrees } from "../../ingest/trees/builtInTrees.ts";
import { IndexingFacts } from "../../serve/indexingFacts.ts";
import { StoreUnavailable } from "../../store/errors.ts";
import { migrate } from "../../store/schema/migrate.ts";
import { migrations } from "../../store/schema/migrations/index.ts";
import { sqlitePath } from "../../store/open.ts";
import { openSqliteForWriting } from "../../store/sqlite/open.ts";
import { openSqliteReader } from "../../store/sqlite/reader.ts";
import { createWriter } from "../../store/writer.ts";
import { isFarBehind, isOutage } from "./failures.ts";
import { type Indexing, indexChain } from "./indexChain.ts";
import type { Reporter } from "../reporter.ts";

test("a node or a database that does not answer is an outage; a full disk, or a stall beside an answering node, is not", () => {
  const now = 1_000_000;
  const healthOf = (heardAt: number) =>
    new Health({
      maxLag: null,
      newest: () => ({ slot: 1000, heardAt }),
      now: () => now,
    });
  const answering = healthOf(now - 1_000);
  const silent = healthOf(now - 60_000);
  const stall = new Stalled(60_000, null);
  assert.equal(isOutage(stall, silent), true);
  assert.equal(isOutage(stall, answering), false);
  assert.equal(isOutage(new NodeUnreachable("no node"), answering), true);
  assert.equal(isOutage(new StoreUnavailable("no server"), answering), true);
  const full = Object.assign(new Error("disk is full"), { errcode: 13 });
  assert.equal(isOutage(full, silent), false);
});

/** Waits this short for a lock, so that one outlasts it. */
const BUSY_MS = 20;

test("a store locked for longer than a write waits is waited for, at the start and at the tip, and nothing is lost", (t) =>
  withStorePath(async (url) => {
    const world = new World(1);
    world.grow(30);
    const node = await startSimulatedNode({ blocks: () => world.chain });
    t.after(() => node.close());
    const path = sqlitePath(url);
    const connection = openSqliteForWriting(path, "writer", {
      busyMs: BUSY_MS,
    });
    await migrate(connection, migrations);
    const stop = new AbortController();
    const rpc = createJsonRpc(node.url);
    const source = await openRpcSource(rpc, stop.signal, { pollMs: () => 5 });
    const lock = lockedOut(path);
    const said: string[] = [];
    const reached = tips(world);
    const indexing: Indexing = {
      writer: createWriter(connection),
      chosen: {
        source,
        name: "",
        title: "",
        startAfter: () => Promise.resolve(0),
      },
      ...{ verify: false, alone: true, startSlot: null },
      reporter: collecting(said, lock.release),
      health: reached.health,
      facts: new IndexingFacts(),
      onCaughtUp: () => Promise.resolve(),
    };
    const running = indexChain(indexing, stop.signal);
    await reached.tip();
    lock.take();
    world.grow(10);
    await reached.tip();
    stop.abort();
    await running;
    assert.equal(
      said.filter((line) => /^indexing stopped/.test(line)).length,
      2,
    );
    const reader = openSqliteReader(path);
    await withStore(async (clean) => {
      await clean.writer.addTrees(builtInTrees);
      await clean.writer.apply(updatesOf(world.chain));
      await assertSameRows(reader, clean.reader);
    });
    await reader.close();
    await connection.close();
  }));

test("a recording that is half read keeps the server from being ready, and says how far it is", () =>
  withStorePath(async (url) => {
    const world = new World(1);
    world.grow(20);
    const connection = openSqliteForWriting(sqlitePath(url), "writer");
    await migrate(connection, migrations);
    const half = Promise.withResolvers<undefined>();
    const facts = new IndexingFacts();
    const running = indexChain(
      {
        writer: createWriter(connection),
        chosen: {
          source: pausedRecording(world, half.promise),
          ...{ name: "", title: "", startAfter: () => Promise.resolve(0) },
        },
        ...{ verify: false, alone: false, startSlot: null, facts },
        reporter: collecting([], () => undefined),
        health: new Health({ maxLag: null, newest: () => null }),
        onCaughtUp: () => Promise.resolve(),
      },
      new AbortController().signal,
    );
    await waitFor(
      "ten blocks",
      () => facts.blocks,
      (blocks) => blocks === 10,
    );
    assert.deepEqual(facts.obstacles, {
      reading: "the recording is still being read (50%)",
    });
    half.resolve(undefined);
    await running;
    assert.equal(facts.blocks, 20);
    assert.deepEqual(facts.obstacles, {});
    await connection.close();
  }));

/** Gives the first half of the blocks at once and the others when it may. */
function pausedRecording(world: World, resume: Promise<unknown>): BlockSource {
  let at = 0;
  return {
    ...{ chain: "file:1", description: "", accounts: null, live: null },
    ends: true,
    progress: () => ({ at, of: 20 }),
    blocks: async function* () {
      for (const { slot, block } of world.chain) {
        if (at++ === 10) {
          at = 10;
          await resume;
          at = 11;
        }
        yield readJsonBlock(slot, block);
      }
    },
  };
}

/** Another process's transaction, which ends on request. */
function lockedOut(path: string) {
  const other = new DatabaseSync(path);
  const take = (): void => {
    other.exec("begin immediate");
  };
  take();
  const release = (): void => {
    if (other.isTransaction) other.exec("rollback");
  };
  return { take, release };
}

/** The first time indexing gives up on the lock, it is let go. */
function collecting(said: string[], onError: () => void): Reporter {
  return {
    say: () => undefined,
    warn: () => undefined,
    status: () => undefined,
    error: (_, text) => {
      said.push(text);
      onError();
    },
  };
}

/** Resolves when the index has reached the end of the generated chain. */
function tips(world: World) {
  let wake = Promise.withResolvers<null>();
  let at = 0;
  class Watching extends Health {
    override wrote(slot: number): void {
      super.wrote(slot);
      at = slot;
      wake.resolve(null);
      wake = Promise.withResolvers();
    }
  }
  const health = new Watching({ maxLag: null, newest: () => null });
  const tip = async (): Promise<void> => {
    while (at < world.tip.slot) await wake.promise;
  };
  return { health, tip };
}

test("a source has stalled by the seconds that it is behind, however long slots are", () => {
  for (const [slotMs, slots] of [
    [200, 100],
    [400, 50],
  ] as const) {
    const newest = { slot: 1000 + slots, heardAt: 0 };
    const health = new Health({
      ...{ maxLag: null, newest: () => newest },
      ...{ slotMs: () => slotMs, now: () => 0 },
    });
    health.wrote(1000);
    assert.equal(isFarBehind(health), false, `${slots} of ${slotMs} ms`);
    health.wrote(999);
    assert.equal(isFarBehind(health), true, `${slots + 1} of ${slotMs} ms`);
  }
});
