import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  exampleMethods,
  renderDocuments,
} from "../scripts/documentExamples.ts";

test("the examples in the documents show what the service answers", async () => {
  for (const [file, text] of await renderDocuments())
    assert.equal(readFileSync(file, "utf8"), text, file.pathname);
});

test("each of the eight methods has an example", () => {
  assert.equal(new Set(exampleMethods).size, 8);
});
