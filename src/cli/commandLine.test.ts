import assert from "node:assert/strict";
import { test } from "node:test";
import { version } from "../../scripts/packageName.ts";
import { folderFor } from "../../test/cli/liveService.ts";
import { runTachyon, startTachyon } from "../../test/cli/tachyon.ts";

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runTachyon("/", args, env);

for (const args of [["version"], ["--version"], ["migrate", "--version"]])
  test(`tachyon ${args.join(" ")} prints the version`, async () => {
    assert.deepEqual(await run(args), {
      code: 0,
      stdout: `tachyon ${version}\n`,
      stderr: "",
    });
  });

test("tachyon help shows the commands, the groups of flags and how variables are named", async () => {
  const { code, stdout } = await run(["help"]);
  assert.equal(code, 0);
  assert.equal(stdout, (await run(["--help"])).stdout);
  for (const part of [
    /^ {2}tachyon backfill {2}/m,
    /^ {2}tachyon help \[COMMAND\] {2}/m,
    /^Source:$/m,
    /^Access and limits:$/m,
    /--rpc-url as TACHYON_RPC_URL/,
  ])
    assert.match(stdout, part);
});

test("tachyon help COMMAND shows that command, and an unknown one is refused with the nearest", async () => {
  const { stdout } = await run(["help", "backfill"]);
  assert.match(stdout, /^tachyon backfill: /);
  assert.equal(stdout, (await run(["backfill", "--help"])).stdout);
  assert.deepEqual(await run(["help", "bakfill"]), {
    code: 1,
    stdout: "",
    stderr: 'tachyon: unknown command "bakfill"; did you mean backfill?\n',
  });
});

for (const args of [[], ["quarantine"]])
  test(`tachyon ${args.join(" ")} refuses a variable that no flag reads, and the help does not`, async () => {
    const misspelt = { TACHYON_PROT: "1" };
    assert.deepEqual(await run(args, misspelt), {
      code: 1,
      stdout: "",
      stderr:
        "tachyon: unknown environment variable TACHYON_PROT; did you mean TACHYON_PORT?\n",
    });
    assert.equal((await run([...args, "--help"], misspelt)).code, 0);
  });

test("a variable of another command's flag is not an error", async () => {
  const { stderr } = await run(["quarantine", "--data-dir", "/nowhere"], {
    TACHYON_PORT: "80",
  });
  assert.match(stderr, /no store in \/nowhere/);
});

test("a flag under its former name works, and the log says the new one once", async (t) => {
  const service = await startTachyon(t, await folderFor(t), [
    ...["--port", "0", "--workers", "1", "--recall-mb", "1"],
  ]);
  await service.says(
    /^--recall-mb is now called --page-cache-mb; the next release drops the old name$/,
  );
  await service.url();
});

test("migrate and snapshot create take the only store in --data-dir; restore needs a name for the new one", async (t) => {
  const cwd = await folderFor(t);
  assert.match(
    (await runTachyon(cwd, ["migrate"])).stderr,
    /^tachyon: no store in tachyon-data: choose one with --db-url\n$/,
  );
  await runTachyon(cwd, ["--disable-api"]);
  const migrated = await runTachyon(cwd, ["migrate"]);
  assert.equal(migrated.stderr, "");
  assert.match(migrated.stdout, /demo\.db has the schema of this version/);
  const created = await runTachyon(cwd, ["snapshot", "create", "a.snapshot"]);
  assert.equal(created.stderr, "");
  assert.match(created.stdout, /wrote a\.snapshot: slot 1020/);
  const restored = await runTachyon(cwd, ["snapshot", "restore", "a.snapshot"]);
  assert.match(
    restored.stderr,
    /^tachyon: snapshot restore needs --db-url sqlite:\/\/PATH for the new store\n$/,
  );
});

test("tachyon index list counts one index as one", async (t) => {
  const cwd = await folderFor(t);
  const window = "cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m:0:32";
  await runTachyon(cwd, ["--disable-api", "--index", window]);
  const { stdout } = await runTachyon(cwd, ["index", "list"]);
  assert.equal(stdout, `${window}  ready\n1 index\n`);
});
