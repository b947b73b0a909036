// Writes the name and homepage of package.json into every document. `npm install` updates the lock file.
import { writeFileSync } from "node:fs";
import { documents, read, withPackageName } from "./packageName.ts";

for (const path of documents()) {
  const text = read(path);
  const renamed = withPackageName(text);
  if (renamed === text) continue;
  writeFileSync(new URL(`../${path}`, import.meta.url), renamed);
  console.log(path);
}
