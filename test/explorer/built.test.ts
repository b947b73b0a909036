import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { builtExplorer, bundleExplorer } from "../../scripts/buildExplorer.ts";
import { readExplorer } from "../../src/explorer/files.ts";

const fresh = await bundleExplorer();

test("the built explorer matches its source (otherwise run npm run explorer)", () => {
  for (const [name, bytes] of fresh)
    assert.ok(readFileSync(new URL(name, builtExplorer)).equals(bytes), name);
  assert.equal(readExplorer().length, fresh.size);
});

test("its script stays below 100 KB, and the whole page below half of that when compressed", () => {
  assert.ok(fresh.get("explorer.js")!.length < 100_000);
  const sizes = [...fresh.values()].map((bytes) => gzipSync(bytes).length);
  assert.ok(sizes.reduce((sum, size) => sum + size) < 50_000);
});
