import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { packageName } from "../../scripts/packageName.ts";
import { withServedChain } from "./servedChain.ts";

const guides = new URL("../../docs/guides/", import.meta.url);
const client = new URL("../../src/client/index.ts", import.meta.url).href;

for (const guide of readdirSync(guides)) {
  const page = readFileSync(new URL(guide, guides), "utf8");
  for (const [, code] of page.matchAll(/```ts\n([\s\S]*?)```/g))
    test(`the program in docs/guides/${guide} runs and finds something`, async () => {
      await withServedChain("programs-400", async ({ url }) => {
        const program = code!
          .replace(`"${packageName}/client"`, JSON.stringify(client))
          .replace("http://127.0.0.1:8784", url);
        const printed = (await run(program)).split("\n").filter(Boolean);
        assert.ok(printed.length > 2, printed.join("\n"));
      });
    });
}

async function run(program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-guide-"));
  try {
    const file = join(folder, "program.mts");
    writeFileSync(file, program);
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
