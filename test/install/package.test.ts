import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { after, before, suite, test } from "node:test";
import { folderFor } from "../cli/liveService.ts";
import { startTachyon } from "../cli/tachyon.ts";
import { packageName, version } from "../../scripts/packageName.ts";
import { installTarball, mustRun, packProject, run } from "./npm.ts";

const tsc = resolve(
  import.meta.dirname,
  "../../node_modules/typescript/bin/tsc",
);
/** The minimal compiler settings of a TypeScript user, without this project's settings. */
const CHECKED = "--noEmit --strict --module nodenext --lib esnext,dom".split(
  " ",
);

suite("the packed project, installed into an empty folder", () => {
  let folder = "";
  let app = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "tachyon-install-"));
    app = await installTarball(folder, await packProject(folder));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const installed = (path: string) =>
    join(app, "node_modules", packageName, path);

  test("the command says its version", async () => {
    const said = await mustRun(app, "npx", [
      "--offline",
      "tachyon",
      "--version",
    ]);
    assert.equal(said, `tachyon ${version}\n`);
  });

  test("the bundled chain is served, and a TypeScript program reads it through the client", async (t) => {
    const program = installed("dist/cli/tachyon.js");
    const service = await startTachyon(
      t,
      await folderFor(t),
      ["--port", "0"],
      { TACHYON_WORKERS: "1" },
      program,
    );
    const file = join(app, "program.mts");
    writeFileSync(file, programAsking(await service.url()));
    await mustRun(app, process.execPath, [tsc, ...CHECKED, file]);
    const said = await mustRun(app, process.execPath, [file]);
    assert.equal(said, "377 transactions, bigint\n");
  });

  test("an older Node prints the required version in one line", async (t) => {
    const old = await olderNode(app);
    if (old === null) {
      t.skip("no older Node in PATH");
      return;
    }
    const main = installed("dist/cli/tachyon.js");
    const { code, stdout, stderr } = await run(app, old, [main, "--version"]);
    assert.match(stderr, /^tachyon: needs Node 24 or newer, this is v\d.*\n$/);
    assert.deepEqual([code, stdout], [1, ""]);
  });
});

function programAsking(url: string): string {
  return `import { createClient, type Signature } from "${packageName}/client";
const client = createClient("${url}");
let all = 0;
for await (const { slot } of client.getLatestCompressionSignatures({})) {
  if (slot > 0) all++;
}
const tokens = client.getCompressedTokenAccountsByOwner({
  owner: "2xCvPBzzKzpMkxmjZLsRqm33mtpZM7AMrd9oCu4Nqi6Q",
});
const [first] = (await tokens.first()).items;
const amount: bigint | undefined = first?.tokenData.amount;
console.log(\`\${all} transactions, \${typeof amount}\`);
`;
}

async function olderNode(cwd: string): Promise<string | null> {
  for (const folder of process.env["PATH"]!.split(delimiter)) {
    const node = join(folder, "node");
    if (!existsSync(node)) continue;
    const { stdout } = await run(cwd, node, ["--version"]);
    if (Number(/^v(\d+)/.exec(stdout)?.[1]) < 24) return node;
  }
  return null;
}
