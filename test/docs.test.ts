import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
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

const architecture = readFileSync("docs/architecture.md", "utf8");

test("every file and folder that the architecture page names exists", () => {
  for (const part of architecture.split(/\n(?=\n|\||- |\d\. )/)) {
    // A name is that of a file in src, or of one beside the file named before it.
    let folder = "";
    for (const [, name = ""] of part.matchAll(/`([\w./]+(?:\.ts|\/))`/g)) {
      const found = [name, folder + name].find((path) =>
        existsSync(`src/${path}`),
      );
      assert.ok(found, `${name} in: ${part}`);
      if (found.endsWith(".ts"))
        folder = found.slice(0, found.lastIndexOf("/") + 1);
    }
  }
});

test("the architecture page explains every folder of src", () => {
  for (const folder of readdirSync("src"))
    assert.match(architecture, new RegExp(`^   ${folder}/ +\\w`, "m"), folder);
});
