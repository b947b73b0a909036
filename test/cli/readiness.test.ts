import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { openSync, closeSync, readdirSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import { waitFor } from "../waitFor.ts";
import { World } from "../simulation/world.ts";
import {
  call,
  folderFor,
  follow,
  reaches,
  readiness,
  readinessBecomes,
} from "./liveService.ts";
import { runTachyon, startTachyon } from "./tachyon.ts";

const workers = { "in one process": [], "with a worker": ["--workers", "1"] };
for (const [how, flags] of Object.entries(workers))
  test(`while blocks cannot be written the server is not ready and gives the reason, ${how}`, async (t) => {
    const world = new World(1);
    world.grow(20);
    const node = await startSimulatedNode({ blocks: () => world.chain });
    t.after(() => node.close());
    const folder = await folderFor(t);
    const store = ["--db-url", `sqlite://${join(folder, "store.db")}`];
    const service = await follow(t, node, [...store, ...flags]);
    const url = await service.url();
    await reaches(service, world.tip.slot);
    const sizes = readdirSync(folder).map(
      (f) => statSync(join(folder, f)).size,
    );
    limitFiles(service.pid, String(Math.max(...sizes)));
    await waitFor(
      "readiness to say that blocks cannot be written",
      () => {
        world.grow(5);
        return readiness(url);
      },
      ({ status, why }) =>
        status === 503 && /blocks cannot be written: .*(I\/O|full)/.test(why),
      { everyMs: 50, unless: service.gone },
    );
    limitFiles(service.pid, "unlimited");
    await reaches(service, world.tip.slot);
    await waitFor(
      "readiness to be about writing no longer",
      () => readiness(url),
      ({ why }) => !why.includes("written"),
      { unless: service.gone },
    );
    assert.equal((await service.stop("SIGTERM")).code, 0);
  });

/** Refuses writes beyond a size, like a full disk. */
function limitFiles(pid: number, size: string): void {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${size}:unlimited`]);
}

test("a server whose store is damaged is not ready from the first page that shows it", async (t) => {
  const folder = await folderFor(t);
  const path = join(folder, "store.db");
  const store = ["--db-url", `sqlite://${path}`];
  assert.equal((await runTachyon(folder, ["--disable-api", ...store])).code, 0);
  const args = ["--disable-indexing", "--port", "0", "--recall-mb", "0"];
  const service = await startTachyon(t, folder, [...store, ...args]);
  const url = await service.url();
  await readinessBecomes(service, 200);
  damage(path);
  await waitFor(
    "readiness to say that the store is damaged",
    async () => {
      await call(url, "getLatestCompressionSignatures");
      return readiness(url);
    },
    ({ status, why }) =>
      status === 503 && /the store is damaged: .*malformed/.test(why),
    { unless: service.gone },
  );
});

test("a damaged page that one worker has read makes every worker not ready", async (t) => {
  const folder = await folderFor(t);
  const path = join(folder, "store.db");
  const store = ["--db-url", `sqlite://${path}`];
  assert.equal((await runTachyon(folder, ["--disable-api", ...store])).code, 0);
  const args = ["--disable-indexing", "--port", "0", "--workers", "2"];
  const service = await startTachyon(t, folder, [...store, ...args]);
  const url = await service.url();
  const both = (status: number) =>
    waitFor(
      `both workers to answer ${status}`,
      () => readinessOfWorkers(url),
      (seen) => seen.length === 2 && seen.every((each) => each === status),
      { unless: service.gone },
    );
  await both(200);
  damageTable(path, "transactions");
  const first = await call(url, "getLatestCompressionSignatures");
  assert.equal(first.error?.code, -32603);
  await both(503);
  assert.match((await readiness(url)).why, /the store is damaged/);
});

/** The readiness of each worker that takes one of many connections opened at once, by the prefix of its request ids. */
async function readinessOfWorkers(url: string): Promise<number[]> {
  const asked = Array.from({ length: 40 }, async () => {
    const request = get(`${url}/readiness`, { agent: false });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    answer.resume();
    const [worker] = String(answer.headers["x-request-id"]).split(".");
    return [worker, answer.statusCode!] as const;
  });
  return [...new Map(await Promise.all(asked)).values()];
}

/** Overwrites the first page of a table, so that only requests that read the table fail. */
function damageTable(path: string, table: string): void {
  const database = new DatabaseSync(path, { readOnly: true });
  const { rootpage } = database
    .prepare("select rootpage from sqlite_schema where name = ?")
    .get(table) as { rootpage: number };
  const { page_size: size } = database.prepare("pragma page_size").get() as {
    page_size: number;
  };
  database.close();
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(size, 0xff), 0, size, (rootpage - 1) * size);
  closeSync(file);
}

test("a server that does not index is not ready once its newest block is too old, and is again when there are blocks", async (t) => {
  const world = new World(1);
  world.grow(20);
  const seen = new Map<number, number>();
  /** As on a live chain, a block has the time at which it was made. */
  const timeOf = (slot: number): number => {
    const time = seen.get(slot) ?? Math.floor(Date.now() / 1000);
    seen.set(slot, time);
    return time;
  };
  const blocks = () =>
    world.chain.map(({ slot, block }) => ({
      slot,
      block: { ...block, blockTime: timeOf(slot) },
    }));
  const state = { withholds: false };
  const node = await startSimulatedNode({
    blocks,
    disturb: (method) =>
      state.withholds && method === "getBlock" ? { status: 503 } : null,
  });
  t.after(() => node.close());
  const folder = await folderFor(t);
  const store = ["--db-url", `sqlite://${join(folder, "store.db")}`];
  const indexer = await follow(t, node, store);
  await reaches(indexer, world.tip.slot);
  const args = ["--disable-indexing", "--port", "0", "--max-lag", "20s"];
  const reader = await startTachyon(t, folder, [...store, ...args]);
  state.withholds = true;
  await readinessBecomes(
    reader,
    503,
    /slots behind the chain .*20 s are allowed: the process that indexes .*cannot write/,
  );
  state.withholds = false;
  world.grow(5);
  await readinessBecomes(reader, 200);
});

/** Everything but the first page, which holds the schema, is overwritten. */
function damage(path: string): void {
  const { size } = statSync(path);
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(size - 8192, 0xff), 0, size - 8192, 8192);
  closeSync(file);
}
