import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { listening } from "../comparing/listening.ts";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import { smallChain } from "../node/smallChain.ts";
import { folderFor } from "./liveService.ts";
import { runTachyon } from "./tachyon.ts";

function startProver(t: TestContext, status: number): Promise<string> {
  return listening(t, (_request, response) => {
    response.writeHead(status).end();
  });
}

function startShadow(t: TestContext): Promise<string> {
  return listening(t, (_request, response) => {
    response.end('{"jsonrpc":"2.0","id":1,"result":77}');
  });
}

async function startNode(t: TestContext, genesis = "Sim1111") {
  const node = await startSimulatedNode({
    blocks: smallChain([10, 11, 12]),
    genesis,
  });
  t.after(() => node.close());
  return node.url.href;
}

const ANY_PORT = ["--port", "0"];

test("tachyon check tests node, store, prover, shadow server and port, and creates no store", async (t) => {
  const cwd = await folderFor(t);
  const prover = await startProver(t, 200);
  const { code, stdout, stderr } = await runTachyon(cwd, [
    ...["check", ...ANY_PORT, "--rpc-url", await startNode(t)],
    ...["--prover-url", prover],
    ...["--shadow-url", await startShadow(t)],
  ]);
  assert.equal(code, 0, stdout + stderr);
  assert.equal(stderr, "");
  assert.match(stdout, /^ok {7}flags {3}/m);
  assert.match(
    stdout,
    /^ok {7}node {4}http:\S+: chain-Sim1111, newest slot 12$/m,
  );
  assert.match(
    stdout,
    /^ok {7}store {3}\S+chain-Sim1111\.db does not exist: the start creates it$/m,
  );
  assert.match(stdout, /^ok {7}prover {2}http:\S+ answers$/m);
  assert.match(stdout, /^ok {7}shadow {2}http:\S+ answers, newest slot 77$/m);
  assert.match(stdout, /^ok {7}port {4}/m);
  assert.ok(!existsSync(join(cwd, "tachyon-data")), "a store was made");
});

test("tachyon check prints a line for each problem and ends with code 1", async (t) => {
  const cwd = await folderFor(t);
  const prover = await startProver(t, 503);
  const taken = new URL(prover).port;
  writeFileSync(join(cwd, "keys.json"), "{}");
  const { code, stdout, stderr } = await runTachyon(cwd, [
    ...["check", "--port", taken, "--prover-url", prover],
    ...["--rpc-url", await startNode(t), "--rpc-url", "http://127.0.0.1:1"],
    ...["--rpc-url", await startNode(t, "Other111")],
    ...["--api-keys", "keys.json", "--tls-cert", "cert.pem"],
    ...["--shadow-url", prover],
  ]);
  assert.equal(code, 1);
  assert.equal(stderr, "tachyon: 7 of 10 checks failed\n");
  for (const line of [
    /^problem {2}node {4}http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED$/m,
    /^problem {2}node {4}http:\S+ follows another chain/m,
    /^problem {2}prover {2}http:\S+: HTTP 503 to \/health$/m,
    /^problem {2}shadow {2}http:\S+: HTTP status 503$/m,
    /^problem {2}keys {4}keys\.json: "keys" must be a list$/m,
    /^problem {2}TLS {5}--tls-cert and --tls-key: give both or none$/m,
    /^problem {2}port {4}port \d+ on 127\.0\.0\.1 is in use/m,
  ])
    assert.match(stdout, line);
});

test("tachyon check shows what a store holds and refuses one of another chain", async (t) => {
  const cwd = await folderFor(t);
  await runTachyon(cwd, ["--disable-api"]);
  const same = await runTachyon(cwd, ["check", ...ANY_PORT]);
  assert.equal(same.code, 0, same.stdout);
  assert.match(
    same.stdout,
    /^ok {7}store {3}\S+demo\.db: schema \d+, up to slot 1020$/m,
  );
  const other = await runTachyon(cwd, [
    ...["check", ...ANY_PORT, "--rpc-url", await startNode(t)],
    ...["--db-url", "sqlite://tachyon-data/demo.db"],
  ]);
  assert.equal(other.code, 1);
  assert.match(other.stdout, /^problem {2}store {3}.*not of genesis:Sim1111/m);
});

test("tachyon check shows a flag that cannot be read as a problem", async () => {
  const { code, stdout } = await runTachyon("/", ["check", "--port", "x"]);
  assert.equal(code, 1);
  assert.match(stdout, /^problem {2}flags {3}--port: "x" is not a port/);
});
