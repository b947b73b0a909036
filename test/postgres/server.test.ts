import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { runSql } from "./databases.ts";
import { installedFolder, programsIn } from "./programs.ts";
import { makeServer } from "./server.ts";

function privateFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-private-")); // mode 700
  t.after(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

test("a server that does not start fails at once with what it printed", async (t) => {
  const server = await makeServer(["-c", "no_such_setting=1"]);
  t.after(() => server.remove());
  await assert.rejects(
    server.start(),
    /did not start: .*unrecognized configuration parameter "no_such_setting"/s,
  );
});

test("programs that cannot be run fail at once with the reason", async (t) => {
  const programs = programsIn(installedFolder());
  const initdb = join(privateFolder(t), "initdb");
  await assert.rejects(
    makeServer([], { ...programs, initdb }),
    /initdb failed: spawn .* (ENOENT|EACCES)/,
  );
});

const isRoot = userInfo().uid === 0;
test(
  "for root, a server starts from a folder that only root may enter",
  { skip: !isRoot && "only root starts a server as another user" },
  async (t) => {
    const folder = privateFolder(t);
    execFileSync("cp", ["-R", "-P", `${installedFolder()}/.`, folder]);
    const server = await makeServer([], programsIn(folder));
    t.after(() => server.remove());
    await server.start();
    await runSql(server.url("postgres"), "select 1");
  },
);
