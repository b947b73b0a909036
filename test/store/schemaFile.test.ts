import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "./eachEngine.ts";
import { schemaText } from "./schemaText.ts";

const FILE = new URL("../../docs/schema.sql", import.meta.url);
/** With this variable set the test writes what it would otherwise compare. */
const WRITES = process.env["WRITE_SCHEMA"] === "1";

test("docs/schema.sql equals the result of the migrations (else: npm run write-schema)", async (withStore) => {
  await withStore(async ({ reader }) => {
    const head = reader.dialect.atOnce ? "-- SQLite\n" : "-- PostgreSQL\n";
    const text = head + (await schemaText(reader));
    const parts = readFileSync(FILE, "utf8").split(/(?=^-- )/m);
    const at = parts.findIndex((part) => part.startsWith(head));
    if (WRITES) {
      parts[at] = parts[at + 1] === undefined ? text : `${text}\n`;
      writeFileSync(FILE, parts.join(""));
    } else assert.equal(parts[at]?.trimEnd(), text.trimEnd());
  });
});
