import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { startSimulatedNode } from "../../../test/node/simulatedNode.ts";
import { updatesOf } from "../../../test/simulation/index.ts";
import { World } from "../../../test/simulation/world.ts";
import { assertSameRows } from "../../../test/store/dump.ts";
import { withStore, withStorePath } from "../../../test/store/withStore.ts";
import { Health } from "../../ingest/health.ts";
import { createJsonRpc } from "../../ingest/source/jsonRpc.ts";
import { openRpcSource } from "../../ingest/source/rpc.ts";
import { builtInTrees } from "../../ingest/trees/builtInTrees.ts";
import { IndexingFacts } from "../../serve/indexingFacts.ts";
import { migrate } from "../../store/schema/migrate.ts";
import { migrations } from "../../store/schema/migrations/index.ts";
import { sqlitePath } from "../../store/open.ts";
import { openSqliteForWriting } from "../../store/sqlite/open.ts";
import { openSqliteReader } from "../../store/sqlite/reader.ts";
import { createWriter } from "../../store/writer.ts";
import { type Indexing, indexChain } from "./indexChain.ts";
import type { Reporter } from "../reporter.ts";

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
    const source = await openRpcSource(rpc, stop.signal, { pollMs: 5 });
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

/** Another process's transaction that does not end until it is told to. */
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

/** Tells when the index has come to the end of the world. */
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
