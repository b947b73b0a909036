import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { startSimulatedNode } from "../../test/node/simulatedNode.ts";
import { smallChain } from "../../test/node/smallChain.ts";
import { folderFor } from "../../test/cli/liveService.ts";
import { runTachyon, startTachyon } from "../../test/cli/tachyon.ts";

async function ask(url: string, method: string, params: object = {}) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: "1", method, params });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/${method}`, {
    method: "POST",
    headers,
    body,
  });
  const { result } = (await answer.json()) as {
    result: { context: { slot: number }; value: { items: unknown[] } };
  };
  return { slot: result.context.slot, items: result.value.items };
}

/** Nothing of the store is left in its log: the file can be copied. */
async function assertPutAway(cwd: string): Promise<void> {
  const files = await readdir(join(cwd, "tachyon-data"));
  assert.deepEqual(files.sort(), ["demo.db", "demo.db-writer"]);
}

test("without flags the bundled chain is indexed before the first answer, and a second start continues", async (t) => {
  const cwd = await folderFor(t);
  const first = await startTachyon(t, cwd, ["--port", "0"]);
  const { slot, items } = await ask(
    await first.url(),
    "getLatestCompressionSignatures",
  );
  assert.equal(slot, 1020);
  assert.equal(items.length, 377);
  assert.deepEqual(await first.stop("SIGTERM"), { code: 0, stderr: "" });
  await first.says(/^stopping;/);
  await first.says(/^stopped$/);
  await assertPutAway(cwd);

  const second = await startTachyon(t, cwd, [
    "--port",
    "0",
    "--start-slot",
    "7",
  ]);
  await second.says(/demo\.db, up to slot 1020/);
  await second.says(/--start-slot is for an empty store.*after slot 1020/);
  await second.says(/^indexed {2}0 blocks/);
  assert.equal(
    (await ask(await second.url(), "getLatestCompressionSignatures")).items
      .length,
    377,
  );
});

for (const more of [
  ["--workers", "2"],
  ["--drain", "1"],
]) {
  test(`a store that is served (${more.join(" ")}) is put away when its service is stopped`, async (t) => {
    const cwd = await folderFor(t);
    const service = await startTachyon(t, cwd, ["--port", "0", ...more]);
    await service.says(/^try it/);
    await ask(await service.url(), "getLatestCompressionSignatures");
    assert.deepEqual(await service.stop("SIGTERM"), { code: 0, stderr: "" });
    await assertPutAway(cwd);
  });
}

test("the example request in its log finds something", async (t) => {
  const cwd = await folderFor(t);
  const service = await startTachyon(t, cwd, ["--port", "0"]);
  const line = await service.says(/^try it/);
  const [, url, body] = /curl -s (\S+) .* -d '(.*)'$/.exec(line)!;
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url!, { method: "POST", headers, body: body! });
  const { result } = (await answer.json()) as {
    result: { value: { items: unknown[] } };
  };
  assert.ok(result.value.items.length > 0);
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`${signal} ends it cleanly, although a connection is held`, async (t) => {
    const service = await startTachyon(t, await folderFor(t), ["--port", "0"]);
    await ask(await service.url(), "getLatestCompressionSignatures"); // fetch keeps its connection
    assert.equal((await service.stop(signal)).code, 0);
  });
}

test("a node is followed, and the store is tied to its chain", async (t) => {
  const cwd = await folderFor(t);
  const blocks = smallChain([0, 1, 2, 5]);
  const node = await startSimulatedNode({ blocks, genesis: "GenesisOne11" });
  t.after(() => node.close());
  const other = await startSimulatedNode({ blocks, genesis: "GenesisTwo22" });
  t.after(() => other.close());
  const store = ["--db-url", "sqlite://a.db", "--port", "0"];
  const service = await startTachyon(t, cwd, [
    ...store,
    "--rpc-url",
    node.url.href,
  ]);
  await service.says(/^indexed {2}4 blocks/);
  assert.equal(
    (await ask(await service.url(), "getLatestCompressionSignatures")).slot,
    5,
  );
  await service.stop("SIGTERM");

  const refused = await runTachyon(cwd, [
    ...store,
    "--rpc-url",
    other.url.href,
  ]);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /^tachyon: the store holds blocks of genesis:GenesisOne11.*\n$/,
  );
});

test("a node without its first blocks is followed from its first available one, with a warning", async (t) => {
  const cwd = await folderFor(t);
  const node = await startSimulatedNode({ blocks: smallChain([70, 71]) });
  t.after(() => node.close());
  const args = ["--rpc-url", node.url.href, "--port", "0"];
  const service = await startTachyon(t, cwd, args);
  await service.says(/first block is slot 70: state created before it/);
  await service.says(/^indexed {2}2 blocks/);
});

test("--start-slot latest begins with the newest finalized block", async (t) => {
  const cwd = await folderFor(t);
  const blocks = smallChain([1, 2, 3, 4, 5]);
  const node = await startSimulatedNode({ blocks, finalAfter: 2 });
  t.after(() => node.close());
  const where = ["--rpc-url", node.url.href, "--start-slot", "latest"];
  const service = await startTachyon(t, cwd, [...where, "--port", "0"]);
  await service.says(/^indexed {2}3 blocks /);
});

test("an indexer that fails ends the service with the reason", async (t) => {
  const cwd = await folderFor(t);
  const [first, , third] = smallChain([1, 2, 3]);
  const lines = [first, third].map((block) => JSON.stringify(block));
  await writeFile(join(cwd, "gap.jsonl"), lines.join("\n"));
  const ended = await runTachyon(cwd, ["--blocks", "gap.jsonl", "--port", "0"]);
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /^tachyon: a gap: the block of slot 3.*\n$/);
});

test("--disable-api indexes a recording and ends; --disable-indexing serves the result", async (t) => {
  const cwd = await folderFor(t);
  const store = ["--db-url", "sqlite://b.db"];
  const indexed = await runTachyon(cwd, [...store, "--disable-api"]);
  assert.deepEqual([indexed.code, indexed.stderr], [0, ""]);
  const service = await startTachyon(t, cwd, [
    ...store,
    "--disable-indexing",
    "--port",
    "0",
  ]);
  assert.equal(
    (await ask(await service.url(), "getLatestCompressionSignatures")).slot,
    1020,
  );
});

test("quarantine lists the transactions set aside", async (t) => {
  const cwd = await folderFor(t);
  const [entry] = smallChain([1]);
  const junk = { transaction: ["AAECAw==", "base64"], meta: { err: null } };
  const block = { ...entry!.block, transactions: [junk] };
  await writeFile(join(cwd, "c.jsonl"), JSON.stringify({ slot: 1, block }));
  const indexed = await runTachyon(cwd, [
    "--blocks",
    "c.jsonl",
    "--disable-api",
  ]);
  assert.match(
    indexed.stdout,
    /set aside 1 transaction of slot 1, the first \(no signature\) because/,
  );
  const text = await runTachyon(cwd, ["quarantine"]);
  assert.match(
    text.stdout,
    /^slot 1 {2}transaction 0 {2}no signature {2}\d+ bytes {2}\S/,
  );
  assert.match(text.stdout, /\n1 set aside in sqlite:/);
  const json = await runTachyon(cwd, ["quarantine", "--json"]);
  const row = JSON.parse(json.stdout) as Record<string, unknown>;
  assert.deepEqual([row["slot"], row["index"], row["signature"]], [1, 0, null]);
  assert.ok(Buffer.from(String(row["bytes"]), "base64").length > 0);
});

test("a port in use gives one clear line", async (t) => {
  const cwd = await folderFor(t);
  const taken = createServer().listen(0, "127.0.0.1");
  t.after(() => taken.close());
  await new Promise((done) => taken.once("listening", done));
  const { port } = taken.address() as AddressInfo;
  const { code, stderr } = await runTachyon(cwd, ["--port", String(port)]);
  assert.equal(code, 1);
  assert.equal(
    stderr,
    `tachyon: port ${port} on 127.0.0.1 is in use: choose another with --port\n`,
  );
});

test("two processes do not index into one store", async (t) => {
  const cwd = await folderFor(t);
  const first = await startTachyon(t, cwd, ["--port", "0"]);
  await first.url();
  const { code, stderr } = await runTachyon(cwd, ["--port", "0"]);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^tachyon: another process is indexing into .*demo\.db.*\n$/,
  );
});

const refused: readonly [args: string[], stderr: RegExp][] = [
  [["--prot", "1"], /unknown flag --prot; did you mean --port\?/],
  [["serv"], /unknown command "serv"; see --help/],
  [["quarantin"], /unknown command "quarantin"; did you mean quarantine\?/],
  [["--port", "x"], /--port: "x" is not a port/],
  [["--blocks", "none.jsonl"], /none\.jsonl: there is no such file/],
  [["--blocks", resolve("package.json")], /package\.json, line 1: not a block/],
  [["--grpc-url", "http://x"], /--grpc-url needs --rpc-url too/],
  [["--db-url", "postgres://127.0.0.1:1/y"], /127\.0\.0\.1:1\/y.*ECONNREFUSED/],
  [["--db-url", "sqlite://."], /tachyon: \. /],
  [["--db-url", "sqlite:///proc/x/y"], /\/proc\/x\/y cannot be opened: ENOENT/],
  [
    ["--rpc-url", "http://a", "--accounts", "b"],
    /--accounts goes with --blocks/,
  ],
  [["--disable-api", "--disable-indexing"], /leave nothing/],
  [["--start-slot", "latest"], /--start-slot latest needs a node/],
  [["--rpc-url", "http://a", "--blocks", "b"], /one of them, not both/],
  [["quarantine"], /no store in tachyon-data/],
  [["quarantine", "--data-dir", "/etc/passwd"], /no store in \/etc\/passwd/],
];
for (const [args, stderr] of refused) {
  test(`"tachyon ${args.join(" ")}" ends with one line that says why`, async (t) => {
    // A service may run on the default port of this machine.
    const env = { TACHYON_PORT: "0" };
    const ended = await runTachyon(await folderFor(t), args, env);
    assert.equal(ended.code, 1);
    assert.match(ended.stderr, stderr);
    assert.match(ended.stderr, /^tachyon: [^\n]+\n$/);
  });
}

test("--help and --version answer on standard output", async (t) => {
  const cwd = await folderFor(t);
  const help = await runTachyon(cwd, ["--help"]);
  assert.equal(help.code, 0);
  assert.match(help.stdout, /--rpc-url URL/);
  const forCommand = await runTachyon(cwd, ["quarantine", "--help"]);
  assert.match(forCommand.stdout, /--json/);
  const version = await runTachyon(cwd, ["--version"]);
  assert.match(version.stdout, /^tachyon \d+\.\d+\.\d+\n$/);
});
