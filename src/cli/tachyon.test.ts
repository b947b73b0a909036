import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { engines, version } from "../../scripts/packageName.ts";

const command = resolve(import.meta.dirname, "tachyon.ts");
const oldest = Number(/^>=(\d+)$/.exec(engines.node)![1]);

/** Runs the command on this Node, which says that it is another one. */
function runOn(node: string) {
  const versions = JSON.stringify({ ...process.versions, node });
  const pretend = `Object.defineProperties(process, {
    versions: { value: ${versions} },
    version: { value: "v${node}" },
  })`;
  const module = `data:text/javascript,${encodeURIComponent(pretend)}`;
  const args = ["--import", module, command, "--version"];
  return promisify(execFile)(process.execPath, args);
}

test("the oldest Node that package.json allows runs the command", async () => {
  const { stdout } = await runOn(`${oldest}.0.0`);
  assert.equal(stdout, `tachyon ${version}\n`);
});

test("an older Node gets one line that says which one is needed", async () => {
  await assert.rejects(runOn(`${oldest - 1}.9.0`), {
    code: 1,
    stdout: "",
    stderr: `tachyon: needs Node ${oldest} or newer, this is v${oldest - 1}.9.0\n`,
  });
});
