import assert from "node:assert/strict";
import { test } from "node:test";
import { folderFor } from "../../../test/cli/liveService.ts";
import { runTachyon, startTachyon } from "../../../test/cli/tachyon.ts";

/** The token program: its accounts' data starts with the mint. */
const WINDOW = "cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m:0:32";

const index = (cwd: string, ...args: string[]) =>
  runTachyon(cwd, ["index", ...args, "--log-format", "text"]);

test("an index is added beside a running service, listed and dropped", async (t) => {
  const cwd = await folderFor(t);
  const service = await startTachyon(t, cwd, ["--port", "0"]);
  await service.says(/^indexed/);
  const added = await index(cwd, "add", WINDOW);
  assert.match(added.stdout, /is ready, \d+ accounts filed/);
  const listed = await index(cwd, "list");
  assert.equal(listed.stdout, `${WINDOW}  ready\n1 index\n`);
  const dropped = await index(cwd, "drop", WINDOW);
  assert.match(dropped.stdout, /dropped {2}.*, [1-9]\d* rows\n$/m);
  assert.equal((await index(cwd, "list")).stdout, "0 indexes\n");
  assert.equal((await index(cwd, "drop", WINDOW)).code, 1);
});

test("--index is maintained from the first block on", async (t) => {
  const cwd = await folderFor(t);
  const other = WINDOW.replace(":0:32", ":32:32");
  const args = ["--port", "0", "--index", WINDOW, "--index", other];
  const service = await startTachyon(t, cwd, args);
  await service.says(/^indexed/);
  const listed = await index(cwd, "list");
  const lines = listed.stdout.split("\n").sort();
  assert.deepEqual(
    lines,
    ["", "2 indexes", `${WINDOW}  ready`, `${other}  ready`].sort(),
  );
});

const refused = [
  ["index"],
  ["index", "make", WINDOW],
  ["index", "add"],
  ["index", "add", "nobody:0:32"],
  ["index", "add", WINDOW.replace(":32", ":0")],
  ["--index", WINDOW.replace(":32", ":65")],
];

test("an invalid window is refused in one line", async (t) => {
  const cwd = await folderFor(t);
  for (const args of refused) {
    const { code, stderr } = await runTachyon(cwd, args);
    assert.equal(code, 1);
    assert.match(stderr, /^tachyon: .*index.*\n$/);
  }
});
