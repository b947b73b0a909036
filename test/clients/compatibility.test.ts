import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { format } from "prettier";
import { compatibilityPage } from "../../scripts/compatibilityPage.ts";
import { DIFFERENCES } from "../../scripts/differences.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { NOT_SERVED } from "../../src/rpc/dispatch/notServed.ts";

test("docs/compatibility.md agrees with the method index and the tests", async () => {
  const file = new URL("../../docs/compatibility.md", import.meta.url);
  const expected = await format(compatibilityPage(), { parser: "markdown" });
  const message = "run scripts/writeCompatibility.ts";
  assert.equal(readFileSync(file, "utf8"), expected, message);
});

test("a method is either served or listed as missing", () => {
  for (const name of NOT_SERVED.keys()) assert.ok(!(name in methods), name);
  for (const name of Object.keys(DIFFERENCES)) assert.ok(name in methods, name);
});
