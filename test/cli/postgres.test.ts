import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { createDatabase, withDatabase } from "../postgres/databases.ts";
import { chainPath } from "../replay/chain.ts";
import { waitFor } from "../waitFor.ts";
import { readinessBecomes } from "./liveService.ts";
import { runTachyon, startTachyon } from "./tachyon.ts";

const FOLDER = tmpdir();

async function latestSlot(url: string): Promise<number> {
  const answer = await fetch(`${url}/getLatestCompressionSignatures`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "getLatestCompressionSignatures",
      params: { limit: 1 },
    }),
  });
  const { result } = (await answer.json()) as {
    result: { context: { slot: number } };
  };
  return result.context.slot;
}

test("metrics, status, health and the explorer work on PostgreSQL", (t) =>
  withDatabase(async (url) => {
    const args = ["--db-url", url, "--port", "0"];
    const service = await startTachyon(t, FOLDER, args);
    await service.says(/^indexed/);
    const base = await service.url();
    const read = async (path: string) => (await fetch(base + path)).text();
    const metrics = await read("/metrics");
    const slot = /^tachyon_indexed_slot (\d+)$/m.exec(metrics)?.[1];
    const bytes = /^tachyon_store_bytes (\S+)$/m.exec(metrics)?.[1];
    assert.equal(Number(slot), 1020);
    assert.ok(Number(bytes) > 1_000_000);
    const status = JSON.parse(await read("/status")) as Record<string, number>;
    assert.equal(status.slot, 1020);
    assert.ok(status.storeBytes! > 1_000_000);
    await readinessBecomes(service, 200);
    const health = await fetch(base, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"jsonrpc":"2.0","id":1,"method":"getIndexerHealth","params":{}}',
    });
    assert.match(await health.text(), /"result":"ok"/);
    assert.match(await read("/"), /<title>[^<]*Tachyon/i);
    await service.stop("SIGTERM");
  }));

test("of two processes on one database, the second serves and waits, and indexes when the first is killed", (t) =>
  withDatabase(async (url) => {
    const args = ["--blocks", chainPath("programs-400"), "--db-url", url];
    const first = await startTachyon(t, FOLDER, [...args, "--port", "0"]);
    await first.says(/^indexed/);
    const head = await latestSlot(await first.url());
    const second = await startTachyon(t, FOLDER, [...args, "--port", "0"]);
    await second.says(/waiting as its spare/);
    assert.equal(await latestSlot(await second.url()), head);
    await first.stop("SIGKILL");
    await second.says(/^indexed/);
    const { code, stderr } = await second.stop("SIGTERM");
    assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
  }));

test("a spare builds its configured indexes when it takes over, not before", (t) =>
  withDatabase(async (url) => {
    const window = "cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m:0:32";
    const asked = ["index", "list", "--db-url", url];
    const list = async () => (await runTachyon(FOLDER, asked)).stdout;
    const args = ["--db-url", url, "--port", "0"];
    const first = await startTachyon(t, FOLDER, args);
    await first.says(/^indexed/);
    const spare = await startTachyon(t, FOLDER, [...args, "--index", window]);
    await spare.says(/waiting as its spare/);
    assert.equal(await list(), "0 indexes\n");
    await first.stop("SIGKILL");
    await spare.says(/is ready, [1-9]\d* accounts filed/);
    await spare.says(/^indexed/);
    assert.equal(await list(), `${window}  ready\n1 index\n`);
    await spare.stop("SIGTERM");
  }));

test("a waiting spare stops on SIGTERM", (t) =>
  withDatabase(async (url) => {
    const args = ["--db-url", url, "--port", "0"];
    const first = await startTachyon(t, FOLDER, args);
    await first.says(/^indexed/);
    const spare = await startTachyon(t, FOLDER, args);
    await spare.says(/waiting as its spare/);
    assert.equal((await spare.stop("SIGTERM")).code, 0);
    await first.stop("SIGTERM");
  }));

test("a process that does not index serves requests, from any number of replicas", (t) =>
  withDatabase(async (url) => {
    const indexer = await startTachyon(t, FOLDER, [
      "--db-url",
      url,
      "--disable-api",
    ]);
    await indexer.says(/^indexed/);
    const api = await startTachyon(t, FOLDER, [
      ...["--db-url", url, "--disable-indexing", "--port", "0"],
      ...["--read-db-url", url, "--read-db-url", url],
      ...["--db-pool", "2", "--db-timeout-ms", "2000"],
    ]);
    const served = await api.url();
    await waitFor(
      "a page with blocks in it",
      () => latestSlot(served),
      (slot) => slot > 0,
      { unless: api.gone },
    );
    await api.stop("SIGTERM");
    await indexer.stop("SIGTERM");
  }));

test("tachyon migrate creates a store, and may run twice", async () => {
  const url = await createDatabase();
  const none = await runTachyon(FOLDER, ["quarantine", "--db-url", url]);
  assert.match(none.stderr, /holds no store yet: run "tachyon migrate/);
  for (const once of [1, 2]) {
    const { code, stdout } = await runTachyon(FOLDER, [
      "migrate",
      "--db-url",
      url,
    ]);
    assert.deepEqual([once, code], [once, 0]);
    assert.match(stdout, /has the schema of this version/);
  }
  const { stdout } = await runTachyon(FOLDER, ["quarantine", "--db-url", url]);
  assert.match(stdout, /^0 set aside in postgres:\/\//);
  const citus = await runTachyon(FOLDER, [
    "migrate",
    "--citus",
    "--db-url",
    url,
  ]);
  assert.match(citus.stderr, /has no Citus/);
});
