import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
    assert.match(architecture, new RegExp(`^ {3}${folder}/ +\\w`, "m"), folder);
});

test("a folder of src imports only folders above it on the architecture page, and rpc nothing of ingest", () => {
  const order = [...architecture.matchAll(/^ {3}(\w+)\/ +\w/gm)].map(
    ([, folder]) => folder!,
  );
  for (const [i, folder] of order.entries())
    for (const imported of importsOf(`src/${folder}`)) {
      assert.ok(order.indexOf(imported) < i, `${folder} imports ${imported}`);
      assert.notEqual(`${folder} ${imported}`, "rpc ingest");
    }
});

/** The other folders of src that the program's files in a folder import. */
function importsOf(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join(folder, name));
  const imported = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)]
      .map(([, path]) => join(dirname(file), path!))
      .filter((path) => !path.startsWith(`${folder}/`)),
  );
  return new Set(imported.map((path) => path.split("/")[1]!));
}
