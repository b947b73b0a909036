import assert from "node:assert/strict";
import { test } from "node:test";
import {
  documents,
  homepage,
  packageName,
  read,
  withPackageName,
} from "../../scripts/packageName.ts";

test("every document uses the names of package and repository in package.json", () => {
  const wrong = documents().filter((path) => {
    const text = read(path);
    return text !== withPackageName(text);
  });
  assert.deepEqual(wrong, [], "run npm run write-name");
});

test("another name is found wherever a document can mention it", () => {
  const before = `npx old-name --help
npm install -g @old/name
npm install @old/name@0.1.0
import { createClient } from "old-name/client";
cp /opt/node_modules/@old/name/deploy/tachyon.service .
https://github.com/old/tachyon/issues`;
  const repository = homepage.replace("#readme", "");
  const after = `npx ${packageName} --help
npm install -g ${packageName}
npm install ${packageName}@0.1.0
import { createClient } from "${packageName}/client";
cp /opt/node_modules/${packageName}/deploy/tachyon.service .
${repository}/issues`;
  assert.equal(withPackageName(before), after);
});

test("the lock file has the name of package.json", () => {
  const lock = JSON.parse(read("package-lock.json")) as {
    name: string;
    packages: Record<string, { name?: string }>;
  };
  assert.equal(lock.name, packageName, "run npm install");
  assert.equal(lock.packages[""]?.name, packageName, "run npm install");
});

test("README and guides name the package", () => {
  for (const path of ["README.md", "docs/guides/wallet.md"])
    assert.match(read(path), new RegExp(packageName), path);
});
