import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import { smallChain } from "../node/smallChain.ts";
import { accountsPath } from "../replay/chain.ts";
import { tamper } from "../store/withStore.ts";
import { folderFor } from "./liveService.ts";
import { runTachyon, startTachyon } from "./tachyon.ts";

/** A folder with a store of the bundled chain. */
async function indexedDemo(t: TestContext): Promise<string> {
  const cwd = await folderFor(t);
  const service = await startTachyon(t, cwd, ["--port", "0"]);
  await service.says(/^indexed/);
  await service.stop("SIGTERM");
  return cwd;
}

function storeIn(cwd: string): string {
  const folder = join(cwd, "tachyon-data");
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith(".db"))!,
  );
}

test("tachyon verify finds no fault in the store of the bundled chain", async (t) => {
  const cwd = await indexedDemo(t);
  const { code, stdout, stderr } = await runTachyon(cwd, [
    ...["verify", "--accounts", accountsPath],
  ]);
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /^ok {9}account {2}\d+ accounts: hashes, leaves/m);
  assert.match(stdout, /^ok {9}balance {2}\d+ balances of tokens/m);
  assert.match(stdout, /^ok {9}tree {5}\w+: 0 leaves, its root is the one in/m);
  assert.doesNotMatch(stdout, /^differs/m);
});

test("tachyon verify prints a line for each difference and ends with code 1", async (t) => {
  const cwd = await indexedDemo(t);
  tamper(
    storeIn(cwd),
    "update accounts set data = zeroblob(4) where data is not null",
  );
  const { code, stdout, stderr } = await runTachyon(cwd, ["verify", "--json"]);
  assert.equal(code, 1);
  assert.match(stderr, /^tachyon: sqlite:\S+: \d+ differences\n$/);
  const lines = stdout.trimEnd().split("\n");
  const found = lines.map((line) => JSON.parse(line) as { part: string });
  const balances = found.filter(({ part }) => part === "balance");
  assert.ok(balances.length > 10);
  assert.ok(lines.some((line) => /"\d+ more differences"/.test(line)));
});

test("tachyon verify refuses a node of another chain", async (t) => {
  const cwd = await indexedDemo(t);
  const node = await startSimulatedNode({ blocks: smallChain([10, 11]) });
  t.after(() => node.close());
  const { code, stderr } = await runTachyon(cwd, [
    ...["verify", "--rpc-url", node.url.href],
  ]);
  assert.equal(code, 1);
  assert.match(stderr, /the store holds blocks of file:\w+, not of genesis:/);
});
