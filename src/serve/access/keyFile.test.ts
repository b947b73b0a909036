import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readKeyFile } from "./keyFile.ts";

const HOW =
  "deploy/make-keys.sh makes a key file, docs/security.md describes it";

test("the errors for a missing key file, and for the folder that Docker mounts in its place, say what to do", () => {
  const folder = mkdtempSync(join(tmpdir(), "tachyon-keys-"));
  try {
    const missing = join(folder, "keys.json");
    assert.throws(() => readKeyFile(missing), {
      message: `--api-keys: there is no file ${missing}; ${HOW}`,
    });
    assert.throws(() => readKeyFile(folder), {
      message: `--api-keys: ${folder} is a folder; ${HOW}`,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
