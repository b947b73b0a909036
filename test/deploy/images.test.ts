import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../../scripts/packageName.ts";
import { serveFlags } from "../../src/settings/serveFlags.ts";
import { variableOf } from "../../src/settings/environment.ts";
import { composeServices, deployFiles } from "./files.ts";

test("docs/operating.md lists exactly the images that deploy/ uses", () => {
  const dockerfile = read("deploy/Dockerfile");
  const used = [
    ...[...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!),
    ...Object.values(composeServices()).flatMap(({ image }) => image ?? []),
  ];
  const page = read("docs/operating.md");
  const listed = [...page.matchAll(/^\| `([\w./-]+:[\w.-]+)`/gm)];
  assert.deepEqual(listed.map(([, image]) => image!).sort(), used.sort());
});

test("every setting in deploy/ exists in the program", () => {
  const known = new Set(Object.keys(serveFlags).map(variableOf));
  const named = deployFiles().flatMap((path) =>
    [...read(`deploy/${path}`).matchAll(/\bTACHYON_[A-Z_]+/g)].map(
      ([name]) => name,
    ),
  );
  assert.ok(named.length > 10);
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  );
});
