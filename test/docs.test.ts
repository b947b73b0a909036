import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { exampleMethods, renderReadme } from "../scripts/readmeExamples.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

test("the README's examples show what the service answers", async () => {
  assert.equal(readme, await renderReadme());
});

test("each of the eight methods has an example", () => {
  assert.equal(new Set(exampleMethods).size, 8);
});
