#!/usr/bin/env node
// The installed command. An old Node can parse this file but not all its imports, and would end with a stack trace. So
// nothing is imported before the version is checked.

/** The same version as `engines` in package.json. */
const OLDEST_NODE = 24;

const [major = ""] = process.versions.node.split(".");
if (Number(major) >= OLDEST_NODE) await import("./main.ts");
else {
  process.stderr.write(
    `tachyon: needs Node ${OLDEST_NODE} or newer, this is ${process.version}\n`,
  );
  process.exitCode = 1;
}
